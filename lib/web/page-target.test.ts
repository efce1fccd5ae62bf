import { expect, test } from 'vitest'
import { returnPath } from '#components/sessions/return-path.ts'
import { loginAddressFor } from './page-target.ts'

const leadsTo = (target: string) => returnPath(new URL(loginAddressFor(target), 'http://shop').searchParams.get('next'))

test.each([
  ['/point', '/point'],
  ['/order-history?status=2&page=3', '/order-history?status=2&page=3'],
  ['/admin/orders?q=%EA%B0%80&id=7&_rsc=1abc', '/admin/orders?q=%EA%B0%80&id=7'],
  ['/point?next=https%3A%2F%2Fevil.example', '/point?next=https%3A%2F%2Fevil.example'],
])('signed out at %s, the login leads back to %s', (target, back) => {
  expect(leadsTo(target)).toBe(back)
})

test('a query too long to carry is left out', () => {
  expect(leadsTo(`/admin/orders?q=${'a'.repeat(5_000)}`)).toBe('/admin/orders')
})

test.each(['/nowhere', '//evil.example/x', 'https://evil.example/x', '/login', '/logout'])(
  'no login leads from %s to anywhere but the order screen',
  (target) => {
    expect(leadsTo(target)).toBe('/order')
  },
)
