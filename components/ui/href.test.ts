import { expect, it } from 'vitest'
import { hrefOf } from './href.ts'

it('keeps what is set, drops what is absent or empty, escapes Hangul', () => {
  expect(hrefOf('/order-history', { status: 0, page: undefined, q: '' })).toBe('/order-history?status=0')
  expect(hrefOf('/order-history')).toBe('/order-history')
  expect(hrefOf('/admin/charges', { q: '홍 길' })).toBe('/admin/charges?q=%ED%99%8D+%EA%B8%B8')
})
