import { expect, test } from 'vitest'
import { nameContains } from './initials.ts'
import {
  isSameList,
  pageAndActionOptions,
  type SearchOption,
  searchOptionsFromServer,
  withRecentOption,
} from './search-options.ts'

const titlesOf = (text: string, role: 'SUPPORT' | 'MANAGER' | 'OWNER') =>
  pageAndActionOptions(text, role).map(({ title }) => title)

test('a name is found by a part of it, without its spaces, and by initial consonants', () => {
  for (const text of ['회원', '원', 'ㅎㅇ', 'ㅇ']) expect(nameContains('회원', text)).toBe(true)
  for (const text of ['', '  ', '회회', 'ㅎㅎ', 'member']) expect(nameContains('회원', text)).toBe(false)
  expect(nameContains('보관 기록', '보관기')).toBe(true)
  expect(nameContains('FAQ', 'faq')).toBe(true)
})

test('a role finds no page or action that it may not use', () => {
  expect(titlesOf('보관', 'OWNER')).toContain('보관 기록')
  for (const role of ['SUPPORT', 'MANAGER'] as const) expect(titlesOf('보관', role)).not.toContain('보관 기록')
  expect(titlesOf('거래내역', 'MANAGER')).toEqual(['입금 가져오기'])
  expect(titlesOf('거래내역', 'SUPPORT')).toEqual([])
})

test('the request id that a reseller names leads to the log of calls', () => {
  const id = '0199aaaa-0000-7000-8000-00000000000f'
  expect(pageAndActionOptions(` ${id.toUpperCase()} `, 'SUPPORT').map(({ href }) => href)).toEqual([
    `/admin/api-requests?q=${id}`,
  ])
  expect(pageAndActionOptions(id.slice(1), 'OWNER')).toEqual([])
})

test('a found row leads to the list that begins with it, and its note tells it from similar rows', () => {
  const options = searchOptionsFromServer({
    members: [
      {
        memberNo: 7,
        memberId: 'kim',
        email: 'kim@example.com',
        phone: null,
        role: 'MEMBER',
        restriction: 'BANNED',
        depositor: '김민준',
      },
    ],
    orders: [{ id: 10_001, memberId: 'kim', serviceText: '팔로워', amount: 1_000, status: 1 }],
    charges: [{ id: 9, memberId: 'kim', name: '김민준', payAmount: 11_000, status: 1 }],
    deposits: [],
    services: [],
  })
  expect(options.map(({ title, href }) => [title, href])).toEqual([
    ['kim', '/admin/members?q=7&id=7'],
    ['주문 10001', '/admin/orders?q=10001&id=10001'],
    ['김민준 · 11,000원', '/admin/charges?status=all&cursor=10&id=9'],
  ])
  expect(options[0]?.note).toContain('입금자명 김민준 · kim@example.com')
})

test('the option opened last is the first of the recent ones, once, and only a few are stored', () => {
  const at = (n: number): SearchOption => ({ kind: 'page', title: String(n), note: '', href: `/admin/${n}` })
  const many = Array.from({ length: 9 }, (_, n) => at(n)).reduce<readonly SearchOption[]>(withRecentOption, [])
  expect(many.map(({ title }) => title)).toEqual(['8', '7', '6', '5', '4', '3', '2'])
  expect(withRecentOption(many, at(4))[0]).toEqual(at(4))
  expect(withRecentOption(many, at(4))).toHaveLength(7)
})

test('a result is in the list that is on the screen if only the selected row differs', () => {
  const shown = 'http://shop/admin/orders?q=10001&id=7'
  expect(isSameList('/admin/orders?q=10001&id=10001', shown)).toBe(true)
  expect(isSameList('/admin/orders?id=10001&q=10001', shown)).toBe(true)
  for (const href of ['/admin/orders?q=10002&id=10001', '/admin/orders?id=7', '/admin/charges?q=10001&id=7'])
    expect(isSameList(href, shown)).toBe(false)
})
