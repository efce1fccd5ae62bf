import * as people from './catalog-grades-people.ts'
import * as reactions from './catalog-grades-reactions.ts'
import * as watching from './catalog-grades-views.ts'
import { type Line, sizes } from './catalog-table.ts'

const {
  koreanFollowerGrades,
  koreanAudienceGrades,
  koreanPaceGrades,
  koreanRefillGrades,
  influencerGrades,
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
  commentGrades,
} = reactions
const {
  viewGrades,
  koreanViewGrades,
  watchTimeViewGrades,
  countryViewGrades,
  liveViewerGrades,
  longLiveViewerGrades,
  watchHourGrades,
} = watching

export const youtubeServiceLines: Line[] = [
  [
    '한국인 구독자',
    '한국인 구독자',
    '명',
    'profile',
    24_000_000,
    sizes.people,
    [koreanFollowerGrades, koreanAudienceGrades, koreanPaceGrades, koreanRefillGrades],
  ],
  [
    '외국인 구독자',
    '외국인 구독자',
    '명',
    'profile',
    2_200_000,
    sizes.crowd,
    [foreignFollowerGrades, asianFollowerGrades, westernFollowerGrades],
  ],
  ['한국인 조회수', '조회수', '회', 'post', 1_800_000, sizes.viewers, [koreanViewGrades]],
  ['외국인 조회수', '조회수', '회', 'post', 190_000, sizes.views, [watchTimeViewGrades, countryViewGrades]],
  ['쇼츠 조회수', '쇼츠 조회수', '회', 'post', 85_000, sizes.views, [viewGrades]],
  ['쇼츠 조회수', '쇼츠 조회수', '회', 'post', 960_000, sizes.viewers, [koreanViewGrades.slice(0, 2)]],
  [
    '한국인 좋아요',
    '한국인 좋아요',
    '개',
    'post',
    2_500_000,
    sizes.reactions,
    [koreanLikeGrades, koreanLikeAudienceGrades],
  ],
  ['외국인 좋아요', '외국인 좋아요', '개', 'post', 240_000, sizes.masses, [foreignLikeGrades, countryLikeGrades]],
  ['시청 시간', '시청 시간', '시간', 'post', 3_500_000, sizes.hours, [watchHourGrades]],
  ['댓글', '댓글', '개', 'post', 18_000_000, sizes.words, [commentGrades]],
  ['공유·커뮤니티', '동영상 공유', '회', 'post', 320_000, sizes.masses, [reactionGrades]],
  ['공유·커뮤니티', '커뮤니티 게시물 좋아요', '개', 'post', 450_000, sizes.masses, [foreignLikeGrades.slice(0, 3)]],
  ['라이브 시청자', '라이브 시청자', '명', 'live', 1_400_000, sizes.seats, [liveViewerGrades, longLiveViewerGrades]],
]

export const tiktokServiceLines: Line[] = [
  [
    '한국인 팔로워',
    '한국인 팔로워',
    '명',
    'profile',
    12_000_000,
    sizes.people,
    [koreanFollowerGrades, koreanAudienceGrades, koreanPaceGrades, influencerGrades],
  ],
  [
    '외국인 팔로워',
    '외국인 팔로워',
    '명',
    'profile',
    520_000,
    sizes.crowd,
    [foreignFollowerGrades, asianFollowerGrades, westernFollowerGrades],
  ],
  [
    '한국인 좋아요',
    '한국인 좋아요',
    '개',
    'post',
    950_000,
    sizes.reactions,
    [koreanLikeGrades, koreanLikeAudienceGrades],
  ],
  ['외국인 좋아요', '외국인 좋아요', '개', 'post', 90_000, sizes.masses, [foreignLikeGrades, countryLikeGrades]],
  ['조회수', '조회수', '회', 'post', 400, sizes.views, [viewGrades, countryViewGrades]],
  ['조회수', '조회수', '회', 'post', 38_000, sizes.viewers, [koreanViewGrades]],
  ['저장·공유', '저장', '개', 'post', 60_000, sizes.masses, [reactionGrades]],
  ['저장·공유', '공유', '회', 'post', 55_000, sizes.masses, [reactionGrades]],
  ['댓글', '댓글', '개', 'post', 16_000_000, sizes.words, [commentGrades]],
  ['라이브 시청자', '라이브 시청자', '명', 'live', 1_600_000, sizes.seats, [liveViewerGrades]],
]

export const twitchServiceLines: Line[] = [
  ['팔로워', '한국인 팔로워', '명', 'profile', 16_000_000, sizes.people, [koreanFollowerGrades, koreanPaceGrades]],
  ['팔로워', '외국인 팔로워', '명', 'profile', 800_000, sizes.crowd, [foreignFollowerGrades]],
  ['라이브 시청자', '라이브 시청자', '명', 'live', 2_100_000, sizes.seats, [liveViewerGrades, longLiveViewerGrades]],
  ['클립·다시보기 조회수', '클립 조회수', '회', 'post', 120_000, sizes.views, [viewGrades]],
  ['클립·다시보기 조회수', '다시보기 조회수', '회', 'post', 140_000, sizes.views, [viewGrades]],
]
