import * as people from './catalog-grades-people.ts'
import * as reactions from './catalog-grades-reactions.ts'
import { countryViewGrades, koreanViewGrades, liveViewerGrades, viewGrades } from './catalog-grades-views.ts'
import { groupMemberGrades } from './catalog-grades-visits.ts'
import { type Line, sizes } from './catalog-table.ts'

const {
  koreanFollowerGrades,
  koreanAudienceGrades,
  koreanPaceGrades,
  foreignFollowerGrades,
  asianFollowerGrades,
  westernFollowerGrades,
} = people
const {
  koreanLikeGrades,
  koreanLikeAudienceGrades,
  foreignLikeGrades,
  countryLikeGrades,
  reactionGrades,
  replyGrades,
} = reactions

export const xServiceLines: Line[] = [
  [
    '한국인 팔로워',
    '한국인 팔로워',
    '명',
    'profile',
    13_500_000,
    sizes.people,
    [koreanFollowerGrades, koreanPaceGrades],
  ],
  [
    '외국인 팔로워',
    '외국인 팔로워',
    '명',
    'profile',
    950_000,
    sizes.crowd,
    [foreignFollowerGrades, asianFollowerGrades, westernFollowerGrades],
  ],
  ['마음에 들어요', '한국인 마음에 들어요', '개', 'post', 1_700_000, sizes.reactions, [koreanLikeGrades]],
  [
    '마음에 들어요',
    '외국인 마음에 들어요',
    '개',
    'post',
    420_000,
    sizes.masses,
    [foreignLikeGrades, countryLikeGrades.slice(0, 2)],
  ],
  ['재게시', '재게시', '회', 'post', 680_000, sizes.masses, [reactionGrades]],
  ['조회수', '게시물 조회수', '회', 'post', 1_200, sizes.views, [viewGrades, countryViewGrades]],
  ['북마크', '북마크', '개', 'post', 150_000, sizes.masses, [reactionGrades]],
  ['답글', '답글', '개', 'post', 18_500_000, sizes.words, [replyGrades]],
  ['스페이스 청취자', '스페이스 청취자', '명', 'live', 2_400_000, sizes.seats, [liveViewerGrades]],
]

export const telegramServiceLines: Line[] = [
  [
    '한국인 멤버',
    '한국인 채널 멤버',
    '명',
    'profile',
    11_000_000,
    sizes.people,
    [koreanFollowerGrades, koreanAudienceGrades, koreanPaceGrades],
  ],
  ['외국인 멤버', '외국인 채널 멤버', '명', 'profile', 240_000, sizes.crowd, [foreignFollowerGrades]],
  ['그룹 멤버', '그룹 멤버', '명', 'profile', 310_000, sizes.crowd, [groupMemberGrades]],
  ['프리미엄 멤버', '프리미엄 멤버', '명', 'profile', 4_800_000, sizes.people, [groupMemberGrades.slice(1)]],
  ['게시물 조회수', '게시물 조회수', '회', 'post', 2_500, sizes.views, [viewGrades]],
  ['게시물 조회수', '게시물 조회수', '회', 'post', 90_000, sizes.viewers, [koreanViewGrades.slice(0, 1)]],
  ['리액션', '하트 리액션 ❤️', '개', 'post', 70_000, sizes.masses, [reactionGrades]],
  ['리액션', '좋아요 리액션 👍', '개', 'post', 65_000, sizes.masses, [reactionGrades.slice(0, 2)]],
]

export const discordServiceLines: Line[] = [
  ['서버 멤버', '서버 멤버', '명', 'profile', 1_100_000, sizes.crowd, [groupMemberGrades]],
  [
    '한국인 서버 멤버',
    '한국인 서버 멤버',
    '명',
    'profile',
    15_000_000,
    sizes.people,
    [koreanFollowerGrades, koreanPaceGrades],
  ],
  ['친구 추가', '친구 추가', '명', 'profile', 2_900_000, sizes.people, [groupMemberGrades.slice(0, 2)]],
  ['메시지 리액션', '메시지 리액션', '개', 'post', 900_000, sizes.reactions, [reactionGrades.slice(0, 2)]],
]

export const linkedinServiceLines: Line[] = [
  [
    '프로필 팔로워',
    '프로필 팔로워',
    '명',
    'profile',
    3_200_000,
    sizes.crowd,
    [foreignFollowerGrades, westernFollowerGrades],
  ],
  ['회사 페이지 팔로워', '회사 페이지 팔로워', '명', 'profile', 3_600_000, sizes.crowd, [foreignFollowerGrades]],
  ['게시물 추천', '게시물 추천', '개', 'post', 2_800_000, sizes.masses, [foreignLikeGrades]],
  [
    '게시물 추천',
    '한국인 게시물 추천',
    '개',
    'post',
    9_500_000,
    sizes.reactions,
    [koreanLikeGrades, koreanLikeAudienceGrades.slice(2)],
  ],
  ['게시물 공유', '게시물 퍼가기', '회', 'post', 3_100_000, sizes.masses, [reactionGrades.slice(0, 3)]],
]
