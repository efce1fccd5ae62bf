import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkAddress } from '#lib/orders/link-address.ts'
import { categoriesForLink, cleanLink, kindOfLink, platformOfLink, shortenedLink } from './rules.ts'

test.each([
  [1, 'some.body', 'https://www.instagram.com/some.body/'],
  [1, '@some.body', 'https://www.instagram.com/some.body/'],
  [1, 'http://instagram.com/p/abc/?igsh=xyz&img_index=2#top', 'https://instagram.com/p/abc/?img_index=2'],
  [1, 'www.instagram.com/reel/abc', 'https://www.instagram.com/reel/abc'],
  [1, 'https://youtu.be/abc', null],
  [1, 'https://instagram.com.evil.example/p/abc', null],
  [1, 'https://notinstagram.com/p', null],
  [1, 'https://user:pass@instagram.com/p', null],
  [1, '여기 제 계정이요', null],
  [2, 'https://youtu.be/abc?si=tracking&t=10', 'https://youtu.be/abc?t=10'],
  [2, 'HTTPS://M.YouTube.com/watch?v=A&utm_source=x&feature=share', 'https://m.youtube.com/watch?v=A'],
  [4, '@name', 'https://www.tiktok.com/@name'],
  [5, 'twitter.com/name/status/1', 'https://twitter.com/name/status/1'],
  [7, 'channel_1', 'https://t.me/channel_1'],
  [8, 'some-blog', null],
  [8, 'blog.naver.com/some/1', 'https://blog.naver.com/some/1'],
  [11, 'discord.gg/abc', 'https://discord.gg/abc'],
  [15, 'example.com', 'https://example.com/'],
  [15, 'localhost', null],
  [15, 'javascript:alert(1)', null],
  [15, 'ftp://example.com/file', null],
  [99, 'https://example.com', null],
  [1, '이 게시물 좀 봐줘! https://www.instagram.com/p/abc/?igsh=xyz 부탁해요', 'https://www.instagram.com/p/abc/'],
  [1, '[인스타]https://instagram.com/seoul.cafe', 'https://instagram.com/seoul.cafe'],
  [1, '제 계정 (www.instagram.com/seoul.cafe/) 이에요', 'https://www.instagram.com/seoul.cafe/'],
  [1, 'https://youtu.be/a 말고 https://instagram.com/p/b.', 'https://instagram.com/p/b'],
  [1, '제 계정은 @seoul.cafe 입니다', 'https://www.instagram.com/seoul.cafe/'],
  [1, '문의는 me@seoul.cafe 로', null],
  [1, '유튜브 https://youtu.be/abc 입니다 @seoul', null],
  [1, '\u200Bhttps://www.instagram.com/p/a\u200Bbc/\uFEFF', 'https://www.instagram.com/p/abc/'],
  [1, '\u202Ehttps://instagram.com/p/abc\u202C', 'https://instagram.com/p/abc'],
  [1, '@seoul\u200D.cafe\u2066', 'https://www.instagram.com/seoul.cafe/'],
  [15, 'https://example.com/👩‍🚀', 'https://example.com/%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80'],
  [9, 'https://brunch.co.kr/@writer/12', 'https://brunch.co.kr/@writer/12'],
  [9, 'shop.tistory.com/3', 'https://shop.tistory.com/3'],
])('on platform %i, %s is cleaned to %s', (platformId, link, expected) => {
  expect(cleanLink(link, platformId)).toBe(expected)
})

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true, withFragments: true }))

test('whatever is given, the cleaned link is an https address without credentials, or none', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 0, max: 16 }), (link, platformId) => {
      const cleaned = cleanLink(link, platformId)
      if (cleaned === null) return
      const url = new URL(cleaned)
      expect([url.protocol, url.username, url.password, url.hash]).toEqual(['https:', '', '', ''])
    }),
    { numRuns: 500 },
  )
})

test('a cleaned link is as clean as it gets', () => {
  fc.assert(
    fc.property(anyText, (link) => {
      const cleaned = cleanLink(link, 15)
      if (cleaned !== null) expect(cleanLink(cleaned, 15)).toBe(cleaned)
    }),
    { numRuns: 500 },
  )
})

test('a history leads to the cleaned address, and by the Instagram rule where there is none', () => {
  expect(linkAddress('https://youtu.be/abc?si=1', 2)).toBe('https://youtu.be/abc')
  expect(linkAddress('@seoul.cafe', 1)).toBe('https://www.instagram.com/seoul.cafe/')
  expect(linkAddress('seoul.cafe', 8)).toBe('https://www.instagram.com/seoul.cafe')
  expect(linkAddress('https://example.com/a', 1)).toBe('https://example.com/a')
  expect(linkAddress('seoul.cafe', undefined)).toBe('https://www.instagram.com/seoul.cafe')
})

test('the form shows what a link means without its scheme, and nothing for another platform', () => {
  expect(shortenedLink(' @seoul.cafe ', 1)).toBe('instagram.com/seoul.cafe')
  expect(shortenedLink('https://www.youtube.com/watch?v=a', 2)).toBe('youtube.com/watch?v=a')
  expect(shortenedLink('https://www.youtube.com/watch?v=a', 1)).toBeNull()
})

test.each([
  ['https://youtu.be/abc?si=1', 2],
  ['www.instagram.com/p/abc', 1],
  ['여기요 https://x.com/a/status/1 !', 5],
  ['https://map.naver.com/p/entry/place/1', 8],
  ['https://my-shop.co.kr/item/1', 15],
  ['seoul.cafe', null],
  ['@seoul.cafe', null],
  ['\u200Bhttps://youtu.be/a\u202Ebc', 2],
  ['안녕하세요', null],
  ['', null],
])('%s belongs to platform %s', (text, expected) => expect(platformOfLink(text)).toBe(expected))

test.each([
  [1, '@seoul.cafe', 'profile'],
  [1, 'https://www.instagram.com/p/abc/', 'post'],
  [1, 'https://www.instagram.com/seoul/reel/abc/', 'post'],
  [2, 'https://www.youtube.com/@channel', 'profile'],
  [2, 'https://www.youtube.com/watch?v=abc', 'post'],
  [2, 'https://youtu.be/abc', 'post'],
  [2, 'https://www.youtube.com/live/abc', 'live'],
  [4, 'https://vt.tiktok.com/abc/', 'post'],
  [4, 'https://www.tiktok.com/@name', 'profile'],
  [5, 'https://x.com/name/status/1', 'post'],
  [5, 'https://x.com/i/spaces/1', 'live'],
  [7, 'https://t.me/channel/12', 'post'],
  [7, 'https://t.me/channel', 'profile'],
  [8, 'https://blog.naver.com/name/223', 'post'],
  [10, 'https://clips.twitch.tv/abc', 'post'],
  [13, 'https://soundcloud.com/name/song', 'post'],
  [15, 'https://example.com/a', null],
  [1, 'https://youtu.be/abc', null],
])('on platform %i, %s leads to a %s', (id, link, expected) => expect(kindOfLink(link, id)).toBe(expected))

const categories = (...texts: string[]) => texts.map((text) => ({ text }))

test.each([
  [1, 'https://www.instagram.com/p/abc/', ['한국인 좋아요', '댓글', '새 종류']],
  [1, '@seoul.cafe', ['한국인 팔로워', '새 종류']],
  [1, 'https://youtu.be/abc', ['한국인 팔로워', '한국인 좋아요', '댓글', '새 종류']],
])('on platform %i, %s fits what is done to it, and what nobody knows the use of', (id, link, expected) => {
  const fitting = categoriesForLink(categories('한국인 팔로워', '한국인 좋아요', '댓글', '새 종류'), link, id)
  expect(fitting.map(({ text }) => text)).toEqual(expected)
})

test('a house with many doors is entered by the one that the link names', () => {
  const naver = categories('블로그 방문자', '블로그 공감', '카페', '스마트스토어')
  const fitting = (link: string) => categoriesForLink(naver, link, 8).map(({ text }) => text)
  expect(fitting('https://blog.naver.com/name/223')).toEqual(['블로그 공감'])
  expect(fitting('https://cafe.naver.com/name')).toEqual(['카페'])
  expect(fitting('https://smartstore.naver.com/shop/products/1')).toEqual(['스마트스토어'])
  expect(fitting('https://naver.me/abc')).toHaveLength(4)
})
