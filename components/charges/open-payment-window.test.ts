import { afterEach, expect, test, vi } from 'vitest'
import type { StartedPayment } from '#lib/card-payments/schema.ts'
import { openPaymentWindow } from './open-payment-window.ts'

afterEach(() => vi.unstubAllGlobals())

const payment: StartedPayment = {
  paymentId: 'p1',
  storeId: 'store',
  channelKey: 'channel',
  orderName: '포인트 충전',
  point: 10_000,
  payMethod: 'CARD',
  payUrl: null,
}

/** A browser whose PortOne answers a payment with `answer`. Returns the target of the page's events. */
function stubBrowser(answer: Promise<{ code?: string } | undefined>): EventTarget {
  const page = new EventTarget()
  vi.stubGlobal('window', { PortOne: { requestPayment: () => answer } })
  vi.stubGlobal('location', { origin: 'https://shop.example' })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  return page
}

test('the payment window ends with what PortOne answers', async () => {
  stubBrowser(Promise.resolve(undefined))
  expect(await openPaymentWindow(payment)).toBe(true)
  stubBrowser(Promise.resolve({ code: 'FAILURE_TYPE_PG' }))
  expect(await openPaymentWindow(payment)).toBe(false)
})

test('a member who goes back from the payment page can pay again, though PortOne never answers', async () => {
  const page = stubBrowser(new Promise(() => {}))
  const ended = openPaymentWindow(payment)
  const showPage = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  showPage(false)
  expect(await Promise.race([ended, 'open'])).toBe('open')
  showPage(true)
  expect(await ended).toBe(false)
})
