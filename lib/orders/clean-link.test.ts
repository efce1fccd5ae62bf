import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanLink, linkAddress, linkMeaning } from './rules.ts'

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
  expect(linkMeaning(' @seoul.cafe ', 1)).toBe('instagram.com/seoul.cafe')
  expect(linkMeaning('https://www.youtube.com/watch?v=a', 2)).toBe('youtube.com/watch?v=a')
  expect(linkMeaning('https://www.youtube.com/watch?v=a', 1)).toBeNull()
})
