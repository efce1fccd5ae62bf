import * as people from './catalog-grades-people.ts'
import * as reactions from './catalog-grades-reactions.ts'
import { countryViewGrades, koreanViewGrades, liveViewerGrades, viewGrades } from './catalog-grades-views.ts'
import { type Line, sizes } from './catalog-table.ts'

const { koreanFollowerGrades, koreanAudienceGrades, koreanPaceGrades, koreanRefillGrades, influencerGrades } = people
const { foreignFollowerGrades, asianFollowerGrades, westernFollowerGrades } = people
const {
  koreanLikeGrades,
  koreanLikeAudienceGrades,
  koreanPowerLikeGrades,
  foreignLikeGrades,
  countryLikeGrades,
  reactionGrades,
  commentGrades,
  replyGrades,
} = reactions
const koreanAll = [koreanFollowerGrades, koreanAudienceGrades, koreanPaceGrades, koreanRefillGrades, influencerGrades]

export const instagramServiceLines: Line[] = [
  ['한국인 팔로워', '한국인 팔로워', '명', 'profile', 9_800_000, sizes.people, koreanAll],
  [
    '외국인 팔로워',
    '외국인 팔로워',
    '명',
    'profile',
    450_000,
    sizes.crowd,
    [foreignFollowerGrades, asianFollowerGrades, westernFollowerGrades],
  ],
  [
    '한국인 좋아요',
    '한국인 좋아요',
    '개',
    'post',
    330_000,
    sizes.reactions,
    [koreanLikeGrades, koreanLikeAudienceGrades, koreanPowerLikeGrades],
  ],
  ['외국인 좋아요', '외국인 좋아요', '개', 'post', 80_000, sizes.masses, [foreignLikeGrades, countryLikeGrades]],
  ['릴스 조회수', '릴스 조회수', '회', 'post', 300, sizes.views, [viewGrades, countryViewGrades]],
  ['릴스 조회수', '릴스 조회수', '회', 'post', 45_000, sizes.viewers, [koreanViewGrades]],
  ['게시물 저장·공유', '게시물 저장', '개', 'post', 35_000, sizes.masses, [reactionGrades]],
  ['게시물 저장·공유', '게시물 공유', '회', 'post', 30_000, sizes.masses, [reactionGrades]],
  ['노출·도달·프로필 방문', '노출 + 도달', '회', 'post', 22_000, sizes.views, [viewGrades]],
  ['노출·도달·프로필 방문', '프로필 방문', '회', 'profile', 28_000, sizes.views, [reactionGrades]],
  ['댓글', '댓글', '개', 'post', 15_000_000, sizes.words, [commentGrades]],
  ['스토리 조회', '스토리 조회', '회', 'profile', 65_000, sizes.viewers, [reactionGrades]],
  ['라이브 시청자', '라이브 시청자', '명', 'live', 1_800_000, sizes.seats, [liveViewerGrades]],
  ['리포스트', '리포스트', '회', 'post', 160_000, sizes.masses, [reactionGrades]],
  ['방송 채널 멤버', '방송 채널 멤버', '명', 'profile', 700_000, sizes.crowd, [foreignFollowerGrades.slice(0, 3)]],
]

export const facebookServiceLines: Line[] = [
  [
    '페이지 팔로워',
    '한국인 페이지 팔로워',
    '명',
    'profile',
    14_500_000,
    sizes.people,
    [koreanFollowerGrades, koreanPaceGrades],
  ],
  ['페이지 팔로워', '외국인 페이지 팔로워', '명', 'profile', 620_000, sizes.crowd, [foreignFollowerGrades]],
  [
    '프로필 팔로워',
    '프로필 팔로워',
    '명',
    'profile',
    580_000,
    sizes.crowd,
    [foreignFollowerGrades, asianFollowerGrades],
  ],
  [
    '게시물 좋아요',
    '한국인 게시물 좋아요',
    '개',
    'post',
    1_200_000,
    sizes.reactions,
    [koreanLikeGrades, koreanLikeAudienceGrades],
  ],
  ['게시물 좋아요', '외국인 게시물 좋아요', '개', 'post', 150_000, sizes.masses, [foreignLikeGrades]],
  ['동영상·릴스 조회수', '동영상 조회수', '회', 'post', 24_000, sizes.views, [viewGrades]],
  ['동영상·릴스 조회수', '릴스 조회수', '회', 'post', 18_000, sizes.views, [viewGrades]],
  ['게시물 공유', '게시물 공유', '회', 'post', 210_000, sizes.masses, [reactionGrades]],
  ['댓글', '댓글', '개', 'post', 17_000_000, sizes.words, [commentGrades]],
  ['그룹 멤버', '그룹 멤버', '명', 'profile', 540_000, sizes.crowd, [foreignFollowerGrades]],
  ['라이브 시청자', '라이브 시청자', '명', 'live', 1_500_000, sizes.seats, [liveViewerGrades]],
]

export const threadsServiceLines: Line[] = [
  [
    '한국인 팔로워',
    '한국인 팔로워',
    '명',
    'profile',
    13_000_000,
    sizes.people,
    [koreanFollowerGrades, koreanAudienceGrades, koreanPaceGrades],
  ],
  [
    '외국인 팔로워',
    '외국인 팔로워',
    '명',
    'profile',
    1_300_000,
    sizes.crowd,
    [foreignFollowerGrades, asianFollowerGrades.slice(0, 2)],
  ],
  [
    '한국인 좋아요',
    '한국인 좋아요',
    '개',
    'post',
    1_900_000,
    sizes.reactions,
    [koreanLikeGrades, koreanLikeAudienceGrades],
  ],
  ['외국인 좋아요', '외국인 좋아요', '개', 'post', 480_000, sizes.masses, [foreignLikeGrades]],
  ['조회수', '조회수', '회', 'post', 32_000, sizes.views, [viewGrades]],
  ['리포스트·공유', '리포스트', '회', 'post', 620_000, sizes.masses, [reactionGrades]],
  ['답글', '답글', '개', 'post', 19_000_000, sizes.words, [replyGrades]],
]
