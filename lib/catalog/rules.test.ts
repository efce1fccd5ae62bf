import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkUrl } from '#lib/orders/link-url.ts'
import {
  categoriesForLink,
  cleanLink,
  detectDeviceKind,
  displayName,
  displayNameWithPrice,
  kindOfLink,
  platformIdOfLink,
  shortenLink,
  withoutFlags,
} from './rules.ts'

const service = { id: 12, text: '🇰🇷 인스타그램 한국인 팔로워', unitPrice: 9_800_000n }

test.each([
  ['🇯🇵 일본인 팔로워', '💑 일본인 팔로워', '일본인 팔로워'],
  ['베트남 팔로워 🇻🇳 30일 AS', '베트남 팔로워 💑 30일 AS', '베트남 팔로워 30일 AS'],
  ['대만 조회수 🇹🇼', '대만 조회수 💑', '대만 조회수'],
  ['🇺🇸🇬🇧 영어권', '💑💑 영어권', '영어권'],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 잉글랜드', '💑 잉글랜드', '잉글랜드'],
  ['하트 ❤️ 좋아요 👍', '하트 ❤️ 좋아요 👍', '하트 ❤️ 좋아요 👍'],
])('flags in %s are a couple on a desktop and nothing on a phone', (text, desktop, mobile) => {
  expect(withoutFlags(text, 'desktop')).toBe(desktop)
  expect(withoutFlags(text, 'mobile')).toBe(mobile)
})

test('a name has its id before it only when the shop shows ids, a line ends with the price in won', () => {
  expect(displayName(service, { showId: false, device: 'mobile' })).toBe('인스타그램 한국인 팔로워')
  expect(displayName(service, { showId: true, device: 'desktop' })).toBe('[12] 💑 인스타그램 한국인 팔로워')
  expect(displayNameWithPrice(service, { showId: true, device: 'mobile' })).toBe('[12] 인스타그램 한국인 팔로워 - 98원')
})

test('phones and tablets are told from desks by their user agent', () => {
  expect(detectDeviceKind('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148')).toBe('mobile')
  expect(detectDeviceKind('Mozilla/5.0 (Linux; Android 15; SM-S921N) Chrome/140.0 Mobile')).toBe('mobile')
  expect(detectDeviceKind('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0')).toBe('desktop')
  expect(detectDeviceKind('')).toBe('desktop')
})

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
  [4, ' name ', 'https://www.tiktok.com/@name'],
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

/**
 * Hosts of each platform. Links to them and to their subdomains belong to the platform, links to other hosts don't.
 */
const hosts: Record<number, readonly string[]> = {
  1: ['instagram.com', 'instagr.am'],
  2: ['youtube.com', 'youtu.be'],
  3: ['facebook.com', 'fb.com', 'fb.watch'],
  4: ['tiktok.com'],
  5: ['x.com', 'twitter.com'],
  6: ['threads.net', 'threads.com'],
  7: ['t.me', 'telegram.me'],
  8: ['naver.com', 'naver.me'],
  9: ['kakao.com', 'kko.to', 'brunch.co.kr', 'tistory.com'],
  10: ['twitch.tv'],
  11: ['discord.gg', 'discord.com', 'discordapp.com'],
  12: ['spotify.com', 'spotify.link'],
  13: ['soundcloud.com'],
  14: ['linkedin.com', 'lnkd.in'],
}

test.each(Object.entries(hosts))('links to hosts of platform %s are its own, and no others', (id, names) => {
  for (const host of names) {
    for (const own of [host, `m.${host}`]) expect(platformIdOfLink(`https://${own}/a`), own).toBe(Number(id))
    for (const other of [`not${host}`, `${host}.evil.example`, host.replace('.', '-')]) {
      expect(cleanLink(`https://${other}.kr/a`, Number(id)), other).toBeNull()
      expect(cleanLink(`https://${other}/a`, Number(id)), other).toBeNull()
    }
  }
})

test.each([
  [1, 'https://www.instagram.com/some_body/'],
  [2, 'https://www.youtube.com/@some_body'],
  [3, 'https://www.facebook.com/some_body'],
  [4, 'https://www.tiktok.com/@some_body'],
  [5, 'https://x.com/some_body'],
  [6, 'https://www.threads.net/@some_body'],
  [7, 'https://t.me/some_body'],
  [10, 'https://www.twitch.tv/some_body'],
  [13, 'https://soundcloud.com/some_body'],
  [14, 'https://www.linkedin.com/in/some_body'],
])('a handle alone is the profile of that name on platform %i', (id, address) => {
  expect(cleanLink('some_body', id)).toBe(address)
  expect(cleanLink('@some_body', id)).toBe(address)
})

test('a platform whose profiles have no address of their name takes no handle', () => {
  for (const id of [8, 9, 11, 12, 15]) expect(cleanLink('some_body', id)).toBeNull()
})

test.each([
  ['@seoul.cafe 입니다', true],
  ['제 계정은 @seoul.cafe', true],
  [`계정 @${'a'.repeat(60)}`, true],
  [`계정 @${'a'.repeat(61)}`, false],
  ['계정 @a', false],
  ['계정 @seoul.cafe!', false],
  ['계정(@seoul.cafe)', false],
  ['a'.repeat(61), false],
  ['@', false],
])('in %j a handle is found: %s', (text, found) => {
  expect(cleanLink(text, 1) !== null).toBe(found)
})

test.each([
  ['igshid=a&b=1', 'b=1'],
  ['igsh=a', ''],
  ['fbclid=a&gclid=b&feature=c&_r=1&_t=2&share_id=3&share_app_id=4', ''],
  ['si=a&utm_source=b&utm_medium=c', ''],
  ['site=a&xsi=b&features=c&my_utm_a=d&ashare_id=1&share_=2&utm_=3&_rr=4', undefined],
])('of the query %s stays %s', (query, expected = query) => {
  expect(cleanLink(`https://youtu.be/?${query}`, 2)).toBe(`https://youtu.be/${expected && `?${expected}`}`)
})

test.each([
  ['https://shop.example.kr/?utm_source=naver&utm_campaign=a&feature=b#/item/1', undefined],
  ['http://shop.example.kr/item/1', undefined],
  ['shop.example.kr/?fbclid=a', 'https://shop.example.kr/?fbclid=a'],
  ['방문해 주세요 http://shop.example.kr/?gclid=a', 'http://shop.example.kr/?gclid=a'],
])('a website is visited at the address that was given: %s', (link, expected = link) => {
  expect(cleanLink(link, 15)).toBe(expected)
})

test.each([
  ['https://user@instagram.com/p/a', null],
  ['https://:pass@instagram.com/p/a', null],
  ['instagram.com/?u=https://example.com', 'https://instagram.com/?u=https://example.com'],
  ['보기 http://instagram.com/p/a', 'https://instagram.com/p/a'],
  ['(https://instagram.com/p/a).', 'https://instagram.com/p/a'],
  ['보기 https://instagram.com/p/a?!', 'https://instagram.com/p/a'],
  ['  https://instagram.com/p/a \n', 'https://instagram.com/p/a'],
])('of %j the link is %s', (text, expected) => {
  expect(cleanLink(text, 1)).toBe(expected)
})

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true, withFragments: true }))

test('whatever is given, the cleaned link is a web address without credentials, or none; but for websites with https', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 0, max: 16 }), (link, platformId) => {
      const cleaned = cleanLink(link, platformId)
      if (cleaned === null) return
      const url = new URL(cleaned)
      expect([url.username, url.password]).toEqual(['', ''])
      if (platformId === 15) expect(url.protocol).toMatch(/^https?:$/)
      else expect([url.protocol, url.hash]).toEqual(['https:', ''])
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
  expect(linkUrl('https://youtu.be/abc?si=1', 2)).toBe('https://youtu.be/abc')
  expect(linkUrl('@seoul.cafe', 1)).toBe('https://www.instagram.com/seoul.cafe/')
  expect(linkUrl('seoul.cafe', 8)).toBe('https://www.instagram.com/seoul.cafe')
  expect(linkUrl('https://example.com/a', 1)).toBe('https://example.com/a')
  expect(linkUrl('seoul.cafe', undefined)).toBe('https://www.instagram.com/seoul.cafe')
})

test('the form shows what a link means without its scheme, and nothing for another platform', () => {
  expect(shortenLink(' @seoul.cafe ', 1)).toBe('instagram.com/seoul.cafe')
  expect(shortenLink('https://www.youtube.com/watch?v=a', 2)).toBe('youtube.com/watch?v=a')
  expect(shortenLink('https://www.youtube.com/watch?v=a', 1)).toBeNull()
  expect(shortenLink('example.com/?u=https://www.a.kr/', 15)).toBe('example.com/?u=https://www.a.kr')
})

test.each([
  ['https://youtu.be/abc?si=1', 2],
  ['www.instagram.com/p/abc', 1],
  ['여기요 https://x.com/a/status/1 !', 5],
  ['https://map.naver.com/p/entry/place/1', 8],
  ['https://my-shop.co.kr/item/1', 15],
  ['http://my-shop.co.kr/item/1', 15],
  ['  x.com/a/status/1 \n', 5],
  [' x.com ', 5],
  ['my-shop.co.kr/item/1', null],
  ['my-shop.co.kr/item/1 말고 https://x.com/a', 15],
  ['http://localhost', null],
  ['seoul.cafe', null],
  ['@seoul.cafe', null],
  ['\u200Bhttps://youtu.be/a\u202Ebc', 2],
  ['안녕하세요', null],
  ['', null],
])('%s belongs to platform %s', (text, expected) => expect(platformIdOfLink(text)).toBe(expected))

test.each([
  [1, '@seoul.cafe', 'profile'],
  [1, 'https://www.instagram.com/p/abc/', 'post'],
  [1, 'https://www.instagram.com/seoul/reel/abc/', 'post'],
  [1, 'https://www.instagram.com/reels/abc/', 'post'],
  [1, 'https://www.instagram.com/seoul/live/', 'live'],
  [1, 'https://www.instagram.com/seoul/live', 'live'],
  [1, 'https://www.instagram.com/seoul/live/abc', 'profile'],
  [1, 'https://www.instagram.com/seoul/lives', 'profile'],
  [2, 'https://www.youtube.com/@channel', 'profile'],
  [2, 'https://www.youtube.com/watch?v=abc', 'post'],
  [2, 'https://youtu.be/abc', 'post'],
  [2, 'https://www.youtube.com/@shorts_channel', 'profile'],
  [2, 'https://www.youtube.com/@channel?next=youtu.be/a', 'profile'],
  [2, 'https://www.youtube.com/shorts/abc', 'post'],
  [3, 'https://www.facebook.com/page', 'profile'],
  [3, 'https://www.facebook.com/page/posts/1', 'post'],
  [3, 'https://www.facebook.com/page/video/1', 'post'],
  [3, 'https://www.facebook.com/page/videos/1', 'post'],
  [3, 'https://www.facebook.com/photo?fbid=1', 'post'],
  [3, 'https://www.facebook.com/page/photos/1', 'post'],
  [3, 'https://fb.watch/abc', 'post'],
  [3, 'https://www.facebook.com/page?u=fb.watch/abc', 'profile'],
  [3, 'https://www.facebook.com/page/live', 'live'],
  [4, 'https://www.tiktok.com/@name/video/1', 'post'],
  [4, 'https://www.tiktok.com/@name?next=vm.tiktok', 'profile'],
  [6, 'https://www.threads.net/@name/post/1', 'post'],
  [6, 'https://www.threads.net/@name', 'profile'],
  [2, 'https://www.youtube.com/live/abc', 'live'],
  [4, 'https://vt.tiktok.com/abc/', 'post'],
  [4, 'https://www.tiktok.com/@name', 'profile'],
  [5, 'https://x.com/name/status/1', 'post'],
  [5, 'https://x.com/i/spaces/1', 'live'],
  [7, 'https://t.me/channel/12', 'post'],
  [7, 'https://t.me/channel', 'profile'],
  [7, 'https://t.me/channel/12/', 'post'],
  [7, 'https://t.me/channel/12/about', 'profile'],
  [7, 'https://t.me/s/12channel', 'profile'],
  [8, 'https://blog.naver.com/name/223', 'post'],
  [8, 'https://m.blog.naver.com/PostView.naver?no=1', 'post'],
  [8, 'https://blog.naver.com/name', 'profile'],
  [8, 'https://blog.naver.com/name/about', 'profile'],
  [8, 'https://cafe.naver.com/name/1', null],
  [8, 'https://cafe.naver.com/blog.a/1', null],
  [9, 'https://pf.kakao.com/_abc', 'profile'],
  [9, 'https://pf.kakao.com/_abc/12', 'post'],
  [9, 'https://pf.kakao.com/_abc/chat', 'profile'],
  [9, 'https://open.kakao.com/o/12', null],
  [9, 'https://open.kakao.com/pf.a/12', null],
  [10, 'https://clips.twitch.tv/abc', 'post'],
  [10, 'https://www.twitch.tv/name/clip/abc', 'post'],
  [10, 'https://www.twitch.tv/clips.name', 'profile'],
  [11, 'https://discord.com/channels/1/2', 'post'],
  [11, 'https://discord.gg/abc', 'profile'],
  [12, 'https://open.spotify.com/track/1', 'post'],
  [12, 'https://open.spotify.com/artist/1', 'profile'],
  [12, 'https://spotify.link/abc', null],
  [14, 'https://www.linkedin.com/posts/name', 'post'],
  [14, 'https://www.linkedin.com/in/name', 'profile'],
  [14, 'https://lnkd.in/abc', null],
  [13, 'https://soundcloud.com/name', 'profile'],
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

test.each([
  [8, 'https://blog.naver.com/name', '블로그 이웃'],
  [8, 'https://m.blog.naver.com/name', '블로그 이웃'],
  [8, 'https://cafe.naver.com/name', '카페'],
  [8, 'https://m.cafe.naver.com/name', '카페'],
  [8, 'https://map.naver.com/p/1', '플레이스'],
  [8, 'https://m.place.naver.com/restaurant/1', '플레이스'],
  [8, 'https://pcmap.place.naver.com/restaurant/1', '플레이스'],
  [8, 'https://smartstore.naver.com/shop', '스마트스토어'],
  [8, 'https://m.smartstore.naver.com/shop', '스마트스토어'],
  [8, 'https://brand.naver.com/shop', '스마트스토어'],
  [8, 'https://tv.naver.com/v/1', 'TV'],
  [8, 'https://clip.naver.com/1', 'TV'],
  [8, 'https://m.naver.com/shorts/1', 'TV'],
  [8, 'https://chzzk.naver.com/live/1', '치지직'],
  [9, 'https://pf.kakao.com/_abc', '채널 친구'],
  [9, 'https://open.kakao.com/o/abc', '오픈채팅'],
  [9, 'https://map.kakao.com/1', '카카오맵'],
  [9, 'https://place.map.kakao.com/1', '카카오맵'],
  [9, 'https://brunch.co.kr/@writer', '브런치'],
  [9, 'https://shop.tistory.com', '티스토리'],
  [8, 'https://news.naver.com/blog.naver/m.cafe.naver/map.naver/brand.naver/tv.naver', '모두'],
  [8, 'https://news.naver.com/m.naver.com/shorts/chzzk.naver', '모두'],
  [8, 'https://xblog.naver.com', '모두'],
  [8, 'https://maps.naver.com', '모두'],
  [9, 'https://story.kakao.com/pf.kakao/open.kakao/map.kakao', '모두'],
])('on platform %i, %s belongs to the categories of %s', (id, link, expected) => {
  const names =
    id === 8
      ? ['블로그 이웃', '카페', '플레이스', '스마트스토어', 'TV', '치지직']
      : ['채널 친구', '오픈채팅', '카카오맵', '브런치', '티스토리']
  const fitting = categoriesForLink(categories(...names), link, id).map(({ text }) => text)
  expect(fitting).toEqual(expected === '모두' ? names : [expected])
})

test('where none of a host’s categories is for such a page all of that host’s are, and without any all', () => {
  const post = 'https://blog.naver.com/name/223'
  expect(categoriesForLink(categories('블로그 이웃', '카페'), post, 8)).toEqual([{ text: '블로그 이웃' }])
  expect(categoriesForLink(categories('카페', '치지직'), post, 8)).toEqual([{ text: '카페' }, { text: '치지직' }])
  expect(categoriesForLink(categories('블로그', '카페'), '네이버', 8)).toHaveLength(2)
})
