import * as people from './catalog-grades-people.ts'
import * as reactions from './catalog-grades-reactions.ts'
import { countryViews, koreanViews, liveViewers, views } from './catalog-grades-views.ts'
import { type Line, sizes } from './catalog-table.ts'

const { koreanPeople, koreanAudience, koreanPace, koreanRefill, influencers } = people
const { foreignPeople, asianPeople, westernPeople } = people
const { koreanLikes, koreanLikesAudience, koreanLikesPower, foreignLikes, countryLikes, spreads, comments, replies } =
  reactions
const koreanAll = [koreanPeople, koreanAudience, koreanPace, koreanRefill, influencers]

export const instagram: Line[] = [
  ['한국인 팔로워', '한국인 팔로워', '명', 'profile', 9_800_000, sizes.people, koreanAll],
  [
    '외국인 팔로워',
    '외국인 팔로워',
    '명',
    'profile',
    450_000,
    sizes.crowd,
    [foreignPeople, asianPeople, westernPeople],
  ],
  [
    '한국인 좋아요',
    '한국인 좋아요',
    '개',
    'post',
    330_000,
    sizes.reactions,
    [koreanLikes, koreanLikesAudience, koreanLikesPower],
  ],
  ['외국인 좋아요', '외국인 좋아요', '개', 'post', 80_000, sizes.masses, [foreignLikes, countryLikes]],
  ['릴스 조회수', '릴스 조회수', '회', 'post', 300, sizes.views, [views, countryViews]],
  ['릴스 조회수', '릴스 조회수', '회', 'post', 45_000, sizes.viewers, [koreanViews]],
  ['게시물 저장·공유', '게시물 저장', '개', 'post', 35_000, sizes.masses, [spreads]],
  ['게시물 저장·공유', '게시물 공유', '회', 'post', 30_000, sizes.masses, [spreads]],
  ['노출·도달·프로필 방문', '노출 + 도달', '회', 'post', 22_000, sizes.views, [views]],
  ['노출·도달·프로필 방문', '프로필 방문', '회', 'profile', 28_000, sizes.views, [spreads]],
  ['댓글', '댓글', '개', 'post', 15_000_000, sizes.words, [comments]],
  ['스토리 조회', '스토리 조회', '회', 'profile', 65_000, sizes.viewers, [spreads]],
  ['라이브 시청자', '라이브 시청자', '명', 'live', 1_800_000, sizes.seats, [liveViewers]],
  ['리포스트', '리포스트', '회', 'post', 160_000, sizes.masses, [spreads]],
  ['방송 채널 멤버', '방송 채널 멤버', '명', 'profile', 700_000, sizes.crowd, [foreignPeople.slice(0, 3)]],
]

export const facebook: Line[] = [
  ['페이지 팔로워', '한국인 페이지 팔로워', '명', 'profile', 14_500_000, sizes.people, [koreanPeople, koreanPace]],
  ['페이지 팔로워', '외국인 페이지 팔로워', '명', 'profile', 620_000, sizes.crowd, [foreignPeople]],
  ['프로필 팔로워', '프로필 팔로워', '명', 'profile', 580_000, sizes.crowd, [foreignPeople, asianPeople]],
  [
    '게시물 좋아요',
    '한국인 게시물 좋아요',
    '개',
    'post',
    1_200_000,
    sizes.reactions,
    [koreanLikes, koreanLikesAudience],
  ],
  ['게시물 좋아요', '외국인 게시물 좋아요', '개', 'post', 150_000, sizes.masses, [foreignLikes]],
  ['동영상·릴스 조회수', '동영상 조회수', '회', 'post', 24_000, sizes.views, [views]],
  ['동영상·릴스 조회수', '릴스 조회수', '회', 'post', 18_000, sizes.views, [views]],
  ['게시물 공유', '게시물 공유', '회', 'post', 210_000, sizes.masses, [spreads]],
  ['댓글', '댓글', '개', 'post', 17_000_000, sizes.words, [comments]],
  ['그룹 멤버', '그룹 멤버', '명', 'profile', 540_000, sizes.crowd, [foreignPeople]],
  ['라이브 시청자', '라이브 시청자', '명', 'live', 1_500_000, sizes.seats, [liveViewers]],
]

export const threads: Line[] = [
  [
    '한국인 팔로워',
    '한국인 팔로워',
    '명',
    'profile',
    13_000_000,
    sizes.people,
    [koreanPeople, koreanAudience, koreanPace],
  ],
  ['외국인 팔로워', '외국인 팔로워', '명', 'profile', 1_300_000, sizes.crowd, [foreignPeople, asianPeople.slice(0, 2)]],
  ['한국인 좋아요', '한국인 좋아요', '개', 'post', 1_900_000, sizes.reactions, [koreanLikes, koreanLikesAudience]],
  ['외국인 좋아요', '외국인 좋아요', '개', 'post', 480_000, sizes.masses, [foreignLikes]],
  ['조회수', '조회수', '회', 'post', 32_000, sizes.views, [views]],
  ['리포스트·공유', '리포스트', '회', 'post', 620_000, sizes.masses, [spreads]],
  ['답글', '답글', '개', 'post', 19_000_000, sizes.words, [replies]],
]
