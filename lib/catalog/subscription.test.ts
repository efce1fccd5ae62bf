import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstIssue, issuesByField } from '#lib/core/form-errors.ts'
import { seoulDay } from '#lib/core/seoul-moment.ts'
import { providerParameters, type RawDetails, readDetails, shownDetails } from './order-details.ts'

const now = new Date('2026-11-22T23:30:00+09:00')
const right = { username: 'some.body', min: 10, max: 20, posts: 3 }

const read = (changed: RawDetails = {}) => readDetails('Subscriptions', { ...right, ...changed }, now)
const refusalOf = (changed: RawDetails) => firstIssue(read(changed).rules)

test('the quantity is the most that all posts can need, and the limits are those of one post', () => {
  expect(read()).toMatchObject({ amount: 60, link: 'some.body', range: { min: 10, max: 20 } })
  expect(read({ oldPosts: 2 })).toMatchObject({ amount: 100 })
})

test('while a number is missing there is no quantity, and so no price', () => {
  for (const name of ['min', 'max', 'posts'])
    expect(read({ [name]: '' })).toMatchObject({ amount: Number.NaN, range: null })
  expect(read({ oldPosts: 'x' }).amount).toBeNaN()
})

test('what may be left empty is neither stored nor sent, but for the delay, which is none then', () => {
  for (const empty of ['', null, undefined, ' '])
    expect(read({ oldPosts: empty, delay: empty, expiry: empty }).details).toEqual({ ...right, delay: 0 })
  const { details } = read({ oldPosts: '0', delay: 0 })
  expect(providerParameters('Subscriptions', { link: 'x', amount: 60, details })).toEqual({ ...right, delay: 0 })
})

test('the last day is read as a date or as d/m/Y, and sent as d/m/Y', () => {
  for (const expiry of ['2026-12-05', '05/12/2026', '5/12/2026', ' 5/12/2026 ']) {
    const { details } = read({ expiry })
    expect(details).toMatchObject({ expiry: '2026-12-05' })
    expect(providerParameters('Subscriptions', { link: '', amount: 60, details })).toMatchObject({
      expiry: '05/12/2026',
    })
  }
})

const account = '계정은 띄어쓰기 없이 하나만 입력해 주세요.'
const posts = '새 게시물 수는 1에서 1,000 사이의 정수로 입력해 주세요.'
const least = '게시물당 최소 수량은 1 이상의 정수로 입력해 주세요.'
const most = '게시물당 최대 수량은 1 이상의 정수로 입력해 주세요.'
const day = '종료일은 내일부터 1년 안의 날짜로 입력해 주세요.'

describe.each<[RawDetails, string, string]>([
  [{ username: '' }, 'username', '구독할 계정을 입력해 주세요.'],
  [{ username: 'a\nb' }, 'username', account],
  [{ username: 'a b' }, 'username', account],
  [{ username: 'a,b' }, 'username', account],
  [{ username: 'a\u0000' }, 'username', account],
  [{ username: 'x'.repeat(201) }, 'username', '구독할 계정: 200자까지 입력할 수 있어요.'],
  [{ min: null }, 'min', '게시물당 최소 수량을 입력해 주세요.'],
  [{ min: 0 }, 'min', least],
  [{ min: -5 }, 'min', least],
  [{ min: 1.5 }, 'min', least],
  [{ max: '' }, 'max', '게시물당 최대 수량을 입력해 주세요.'],
  [{ max: 9 }, 'max', '게시물당 최대 수량이 최소 수량보다 적어요.'],
  [{ max: '1e9' }, 'max', most],
  [{ max: 2_147_483_648 }, 'max', most],
  [{ posts: null }, 'posts', '새 게시물 수를 입력해 주세요. 개수를 정하지 않은 구독은 주문할 수 없어요.'],
  [{ posts: 0, oldPosts: 5 }, 'posts', posts],
  [{ posts: 1_001 }, 'posts', posts],
  [{ posts: '무제한' }, 'posts', posts],
  [{ max: 2_147_483_647, posts: 2 }, 'posts', '한 번에 주문할 수 있는 양이 넘어요. 수량이나 게시물 수를 줄여 주세요.'],
  [{ oldPosts: 1_001 }, 'oldPosts', '지난 게시물 수는 0에서 1,000 사이의 정수로 입력해 주세요.'],
  [{ delay: 7 }, 'delay', '시작 시점을 올바르게 골라 주세요.'],
  [{ expiry: '2026-11-22' }, 'expiry', day],
  [{ expiry: '2026-11-21' }, 'expiry', day],
  [{ expiry: '2027-11-23' }, 'expiry', day],
  [{ expiry: '30/02/2027' }, 'expiry', day],
  [{ expiry: '12/31/2026' }, 'expiry', day],
  [{ expiry: '2026-12-05T23:59:59-12:00' }, 'expiry', day],
  [{ expiry: 'tomorrow' }, 'expiry', day],
])('%j', (changed, path, message) => {
  test(`is refused: ${message}`, () => expect(refusalOf(changed)).toEqual({ path, message }))
})

test('a largest quantity below the smallest is told of, too, while the number of posts is missing', () => {
  const { rules } = readDetails('Subscriptions', { ...right, min: 50, max: 20, posts: '' })
  expect(issuesByField(rules).map(({ path }) => path)).toEqual(['posts', 'max'])
})

test('tomorrow and the last day of the year ahead are allowed, by Seoul’s calendar and not by another', () => {
  expect(refusalOf({ expiry: '2026-11-23' })).toBeNull()
  expect(refusalOf({ expiry: '2027-11-22' })).toBeNull()
  const afterMidnight = new Date('2026-11-22T15:30:00Z')
  const { rules } = readDetails('Subscriptions', { ...right, expiry: '2026-11-23' }, afterMidnight)
  expect(firstIssue(rules)?.path).toBe('expiry')
})

test('whatever is sent, what is accepted is a quantity that an order can have, and a day ahead', () => {
  const number = fc.oneof(
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double(),
    fc.constantFrom('1', '999', '1,000', '', null),
  )
  const raw = fc.record({ min: number, max: number, posts: number, oldPosts: number, expiry: fc.string() })
  fc.assert(
    fc.property(raw, (changed) => {
      const { rules, amount, details } = read(changed as RawDetails)
      if (firstIssue(rules)) return
      expect(Number.isInteger(amount) && Number(amount) >= 1 && Number(amount) <= 2_147_483_647).toBe(true)
      if (details?.expiry) expect(String(details.expiry) > seoulDay(now)).toBe(true)
    }),
  )
})

test('its details are shown in Korean', () => {
  const { details } = read({ oldPosts: 2, delay: 90, expiry: '2026-12-05' })
  expect(shownDetails('Subscriptions', details).map(({ label, lines }) => `${label}: ${lines[0]}`)).toEqual([
    '구독할 계정: some.body',
    '게시물당 최소 수량: 10개',
    '게시물당 최대 수량: 20개',
    '새 게시물 수: 3개',
    '지난 게시물 수: 2개',
    '시작 시점: 1시간 30분 뒤',
    '종료일: 2026-12-05',
  ])
})
