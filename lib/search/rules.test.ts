import { expect, test } from 'vitest'
import { roles } from '#lib/members/schema.ts'
import { lowestRoleByKind, mayFindKind, readSearchTerms } from './rules.ts'

// Tests the rules of docs/contract.md#search-over-everything.

test.each(['', ' ', '\n\t'])('"%s" is nothing to look for', (q) => {
  expect(readSearchTerms(q)).toBeNull()
})

test('a text is looked up without the spaces around it', () => {
  expect(readSearchTerms(' shop_kim ')).toMatchObject({ text: 'shop_kim', name: 'shop_kim' })
})

test.each([
  ['1', 1],
  ['12,345', 12_345],
  ['2147483647', 2_147_483_647],
  ['2147483648', null],
  ['9999999999', null],
  ['12345678901', null],
  ['0', null],
  ['-1', null],
  ['1e5', null],
  ['1.5', null],
  ['12a', null],
  ['a12', null],
  ['홍길동', null],
])('"%s" is the number %s of a member, order, charge, deposit or service', (q, id) => {
  expect(readSearchTerms(q)?.id).toBe(id)
})

test.each([
  ['0107', '0107'],
  ['010-7766-5544', '01077665544'],
  ['010', null],
  ['0-1-0', null],
  ['010-77a', null],
  ['a0107', null],
])('"%s" is the beginning %s of a telephone number', (q, phone) => {
  expect(readSearchTerms(q)?.phone).toBe(phone)
})

test.each([
  ['(주) 찾는상회', '주찾는상회'],
  ['김철', '김철'],
  ['김', null],
  ['( 김 )', null],
])('"%s" is the depositor’s name %s', (q, name) => {
  expect(readSearchTerms(q)?.name).toBe(name)
})

test.each([
  ['73,100원', 7_310_000n],
  ['73100', 7_310_000n],
  ['73.1', null],
  ['많이', null],
])('"%s" is the amount %s', (q, amount) => {
  expect(readSearchTerms(q)?.amount).toBe(amount)
})

const linksOf = (q: string) => readSearchTerms(q)?.links ?? []

test('a link is looked up with and without www. and a slash at its end', () => {
  const forms = [
    'https://www.instagram.com/shop/',
    'https://www.instagram.com/shop',
    'https://instagram.com/shop/',
    'https://instagram.com/shop',
  ]
  for (const typed of forms) expect(linksOf(typed).toSorted()).toEqual(forms.toSorted())
})

test('a link over http is looked up as it was stored, and as https', () => {
  const hosts = ['example.com', 'www.example.com']
  const forms = ['http', 'https'].flatMap((scheme) =>
    hosts.flatMap((host) => [`${scheme}://${host}/a`, `${scheme}://${host}/a/`]),
  )
  for (const typed of forms.filter((form) => form.startsWith('http:')))
    expect(linksOf(typed).toSorted()).toEqual(forms.toSorted())
  expect(linksOf('HTTPS://WWW.example.com/a')).toContain('https://example.com/a')
})

test('only the host loses its www., not an address within the link', () => {
  const link = 'https://example.com/?to=https://www.example.com'
  expect(linksOf(link)).toContain(`https://www.example.com/?to=https://www.example.com`)
  expect(linksOf(link)).not.toContain('https://example.com/?to=https://example.com')
})

test('a link without https is looked up as it was typed, and cleaned', () => {
  expect(linksOf('instagram.com/shop?igsh=abc')).toEqual([
    'instagram.com/shop?igsh=abc',
    'instagram.com/shop?igsh=abc/',
    'https://instagram.com/shop',
    'https://instagram.com/shop/',
    'https://www.instagram.com/shop',
    'https://www.instagram.com/shop/',
  ])
})

test('a link that can’t be cleaned is looked up as it is', () => {
  expect(linksOf('https://localhost')).toEqual([
    'https://localhost',
    'https://localhost/',
    'https://www.localhost',
    'https://www.localhost/',
  ])
  expect(linksOf('http://localhost')[0]).toBe('http://localhost')
})

test.each(['shop.kim', '@shop.kim'])('%s is a profile of each platform that has handles', (q) => {
  const links = linksOf(q)
  for (const link of [
    'https://www.instagram.com/shop.kim/',
    'https://instagram.com/shop.kim',
    'https://youtube.com/@shop.kim',
    'https://soundcloud.com/shop.kim',
    'https://www.linkedin.com/in/shop.kim',
  ])
    expect(links).toContain(link)
  expect(links).not.toContain(q)
  expect(new Set(links).size).toBe(links.length)
})

test.each([
  'a',
  '@a',
  '@shop.kim 님',
  'by @shop.kim',
  'a'.repeat(61),
  '홍길동',
  'shop kim',
  'a/b',
  '좋아요 https',
  'see http://',
])('"%s" is no link', (q) => {
  expect(linksOf(q)).toEqual([])
})

test('a handle has 2 to 60 characters', () => {
  expect(linksOf('ab')).not.toEqual([])
  expect(linksOf('a'.repeat(60))).not.toEqual([])
})

test('staff of every role find members, orders, charges, deposits and services; members find nothing', () => {
  expect(Object.keys(lowestRoleByKind).toSorted()).toEqual(['charges', 'deposits', 'members', 'orders', 'services'])
  for (const kind of Object.keys(lowestRoleByKind) as (keyof typeof lowestRoleByKind)[])
    expect(roles.filter((role) => mayFindKind(kind, role))).toEqual(['SUPPORT', 'MANAGER', 'OWNER'])
})
