import { koreanLikeGrades, reactionGrades } from './catalog-grades-reactions.ts'
import { liveViewerGrades, viewGrades } from './catalog-grades-views.ts'
import * as visits from './catalog-grades-visits.ts'
import { asReadOnly, type Line, sizes } from './catalog-table.ts'

const {
  localVisitGrades,
  visitSourceGrades,
  worldVisitGrades,
  localFollowerGrades,
  localAudienceGrades,
  groupMemberGrades,
} = visits

export const naverServiceLines: Line[] = [
  ['블로그 방문자', '블로그 방문자', '명', 'profile', 1_500_000, sizes.visits, [localVisitGrades]],
  ['블로그 이웃', '블로그 이웃', '명', 'profile', 14_000_000, sizes.people, [localFollowerGrades, localAudienceGrades]],
  ['블로그 공감', '블로그 공감', '개', 'post', 9_000_000, sizes.reactions, [localFollowerGrades]],
  ['플레이스 방문', '플레이스 방문자', '명', 'site', 2_200_000, sizes.visits, [localVisitGrades]],
  [
    '플레이스 저장',
    '플레이스 저장',
    '개',
    'site',
    13_000_000,
    sizes.people,
    [localFollowerGrades, localAudienceGrades],
  ],
  ['카페', '카페 게시물 조회수', '회', 'site', 1_100_000, sizes.visits, [asReadOnly(localVisitGrades.slice(0, 4))]],
  ['카페', '카페 멤버', '명', 'site', 26_000_000, sizes.people, [localFollowerGrades]],
  ['스마트스토어', '스마트스토어 방문자', '명', 'site', 2_600_000, sizes.visits, [localVisitGrades]],
  ['스마트스토어', '스마트스토어 찜', '개', 'site', 11_500_000, sizes.people, [localFollowerGrades]],
  ['스마트스토어', '스토어 알림받기', '명', 'site', 12_500_000, sizes.people, [localFollowerGrades]],
  ['클립·네이버TV', '클립 조회수', '회', 'site', 650_000, sizes.viewers, [viewGrades]],
  ['치지직', '치지직 팔로워', '명', 'site', 16_000_000, sizes.people, [localFollowerGrades]],
  ['치지직', '치지직 라이브 시청자', '명', 'site', 2_800_000, sizes.seats, [liveViewerGrades]],
]

export const kakaoServiceLines: Line[] = [
  ['채널 친구', '채널 친구', '명', 'profile', 18_000_000, sizes.people, [localFollowerGrades, localAudienceGrades]],
  ['채널 소식', '채널 소식 좋아요', '개', 'post', 6_500_000, sizes.reactions, [koreanLikeGrades]],
  ['오픈채팅', '오픈채팅 참여자', '명', 'site', 21_000_000, sizes.people, [groupMemberGrades]],
  ['카카오맵', '카카오맵 즐겨찾기', '개', 'site', 12_000_000, sizes.people, [localFollowerGrades]],
  ['브런치', '브런치 라이킷', '개', 'site', 8_500_000, sizes.reactions, [localFollowerGrades]],
  ['브런치', '브런치 구독자', '명', 'site', 15_000_000, sizes.people, [localFollowerGrades.slice(0, 3)]],
  ['티스토리', '티스토리 방문자', '명', 'site', 900_000, sizes.visits, [localVisitGrades]],
  ['티스토리', '티스토리 공감', '개', 'site', 7_500_000, sizes.reactions, [localFollowerGrades]],
]

export const websiteServiceLines: Line[] = [
  ['국내 방문자', '국내 방문자', '명', 'site', 800_000, sizes.visits, [localVisitGrades]],
  ['유입 경로 지정', '방문자', '명', 'site', 850_000, sizes.visits, [visitSourceGrades]],
  ['해외 방문자', '해외 방문자', '명', 'site', 120_000, sizes.visits, [worldVisitGrades]],
  ['앱·쇼핑몰', '쇼핑몰 상품 조회', '회', 'site', 950_000, sizes.visits, [localVisitGrades.slice(0, 4)]],
  [
    '앱·쇼핑몰',
    '앱 다운로드 페이지 방문',
    '회',
    'site',
    1_050_000,
    sizes.visits,
    [asReadOnly(reactionGrades.slice(0, 2))],
  ],
]
