import { expect, test } from 'vitest'
import { safeReturnPath } from './safe-return-path.ts'

test('a login leads back to a screen of the shop, with its query string', () => {
  expect(safeReturnPath('/order?service=12&link=https%3A%2F%2Fx.com%2Fa&amount=100')).toBe(
    '/order?service=12&link=https%3A%2F%2Fx.com%2Fa&amount=100',
  )
  for (const path of ['/point', '/questions', '/changes?filter=price', '/account/webhooks', '/admin/orders?q=1'])
    expect(safeReturnPath(path)).toBe(path)
})

test.each([
  undefined,
  ['/point', '/order'],
  '',
  '/',
  '/login',
  '/logout',
  '/orders',
  '//evil.example/order',
  '/\\evil.example',
  'https://evil.example/order',
  'javascript:alert(1)',
])('any other path becomes /order: %s', (next) => {
  expect(safeReturnPath(next)).toBe('/order')
})
