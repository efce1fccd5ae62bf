import { expect, test } from 'vitest'
import { loginUrlFor } from './page-target.ts'

const nextOf = (target: string) => {
  const { origin, pathname, searchParams } = new URL(loginUrlFor(target), 'http://shop')
  expect([origin, pathname, [...searchParams.keys()]]).toEqual(['http://shop', '/order', ['next']])
  return searchParams.get('next')
}

test.each([
  ['/point', '/point'],
  ['/order-history?status=2&page=3', '/order-history?status=2&page=3'],
  ['/admin/orders?q=%EA%B0%80&id=7&_rsc=1abc', '/admin/orders?q=%EA%B0%80&id=7'],
  ['/point?next=https%3A%2F%2Fevil.example', '/point?next=https%3A%2F%2Fevil.example'],
  ['//evil.example/point', '/point'],
  ['https://evil.example/point', '/point'],
])('signed out at %s, the login leads back to %s', (target, back) => {
  expect(nextOf(target)).toBe(back)
})

test('a query too long to carry is left out', () => {
  expect(nextOf(`/admin/orders?q=${'a'.repeat(5_000)}`)).toBe('/admin/orders')
})
