import { expect, test } from 'vitest'
import { deviceOf, displayLine, displayName, withoutFlags } from './rules.ts'

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
  expect(displayLine(service, { showId: true, device: 'mobile' })).toBe('[12] 인스타그램 한국인 팔로워 - 98원')
})

test('phones and tablets are told from desks by their user agent', () => {
  expect(deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148')).toBe('mobile')
  expect(deviceOf('Mozilla/5.0 (Linux; Android 15; SM-S921N) Chrome/140.0 Mobile')).toBe('mobile')
  expect(deviceOf('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0')).toBe('desktop')
  expect(deviceOf('')).toBe('desktop')
})
