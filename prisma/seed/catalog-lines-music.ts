import { foreignFollowerGrades, koreanFollowerGrades } from './catalog-grades-people.ts'
import { countryLikeGrades, foreignLikeGrades, reactionGrades } from './catalog-grades-reactions.ts'
import { playGrades } from './catalog-grades-views.ts'
import { type Line, sizes } from './catalog-table.ts'

export const spotifyServiceLines: Line[] = [
  ['곡 재생', '곡 재생', '회', 'post', 95_000, sizes.visits, [playGrades]],
  ['앨범·플레이리스트 재생', '앨범 재생', '회', 'post', 105_000, sizes.visits, [playGrades.slice(0, 4)]],
  ['월간 청취자', '월간 청취자', '명', 'profile', 130_000, sizes.visits, [playGrades.slice(0, 4)]],
  ['팔로워', '아티스트 팔로워', '명', 'profile', 180_000, sizes.crowd, [foreignFollowerGrades]],
  ['팔로워', '한국인 아티스트 팔로워', '명', 'profile', 9_000_000, sizes.people, [koreanFollowerGrades.slice(0, 3)]],
  ['팔로워', '플레이리스트 팔로워', '명', 'post', 190_000, sizes.crowd, [foreignFollowerGrades.slice(0, 3)]],
  ['저장', '곡 저장', '개', 'post', 170_000, sizes.masses, [reactionGrades]],
  ['팟캐스트', '팟캐스트 재생', '회', 'post', 140_000, sizes.visits, [playGrades.slice(0, 3)]],
]

export const soundcloudServiceLines: Line[] = [
  ['재생', '재생', '회', 'post', 6_000, sizes.views, [playGrades]],
  ['좋아요', '좋아요', '개', 'post', 260_000, sizes.masses, [foreignLikeGrades, countryLikeGrades.slice(1)]],
  ['팔로워', '팔로워', '명', 'profile', 310_000, sizes.crowd, [foreignFollowerGrades]],
  ['리포스트', '리포스트', '회', 'post', 280_000, sizes.masses, [reactionGrades]],
]
