import { expect, it } from 'vitest'
import { guessPlatform } from './guess-platform.ts'

const names = [
  '인스타그램',
  '유튜브',
  '페이스북',
  '틱톡',
  'X',
  '스레드',
  '텔레그램',
  '네이버',
  '카카오',
  '트위치',
  '디스코드',
]
const platforms = [
  ...names.map((text, at) => ({ id: at + 1, text })),
  ...['스포티파이', '사운드클라우드', '링크드인', '웹사이트', '핀터레스트'].map((text, at) => ({ id: at + 12, text })),
]

it.each([
  ['Instagram Followers [ Max 500K ]', 1],
  ['🇰🇷 인스타 한국인 좋아요', 1],
  ['⭐ IG | Reels Views', 1],
  ['YouTube Watch Time', 2],
  ['유투브 구독자', 2],
  ['Youtube Shorts - X 10', 2],
  ['FB Page Likes', 3],
  ['Tik Tok Views', 4],
  ['틱톡 팔로워', 4],
  ['Twitter (X) Followers', 5],
  ['X - Retweets', 5],
  ['Threads Likes', 6],
  ['Telegram Post Views', 7],
  ['네이버 블로그 방문자', 8],
  ['KakaoTalk 채널 친구', 9],
  ['Twitch Live', 10],
  ['Discord Members', 11],
  ['Spotify Plays', 12],
  ['SoundCloud Plays', 13],
  ['LinkedIn Followers', 14],
  ['Website Traffic from Korea', 15],
  ['Website Traffic from Facebook', 3],
  ['핀터레스트 팔로워', 16],
])('%s is of platform %d', (text, id) => expect(guessPlatform(text, platforms)).toBe(id))

it.each(['Best sellers', 'Instagram & TikTok pack', 'Big offer', 'Max 10k x 100', 'signature', ''])(
  '%s has to be asked',
  (text) => expect(guessPlatform(text, platforms)).toBeNull(),
)

it('a platform that the shop does not have is never guessed', () => {
  expect(guessPlatform('TikTok Views', platforms.slice(0, 2))).toBeNull()
})
