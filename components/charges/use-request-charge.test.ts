import { afterEach, expect, test, vi } from 'vitest'
import type { CallAttempt } from '../chrome/attempt.ts'
import { beginPayment } from './use-request-charge.ts'

afterEach(() => vi.unstubAllGlobals())

const card = { payMethod: 'CARD', onOutdated: () => undefined } as const

test('the form stays busy while the page of the payment loads, so that a second press begins no second payment', async () => {
  const opened: string[] = []
  vi.stubGlobal('location', { assign: (path: string) => opened.push(path) })
  vi.stubGlobal('fetch', async () => Response.json({ paymentId: 'payment-1' }))
  const lastAttempt: { current: CallAttempt | null } = { current: null }
  expect(await beginPayment(lastAttempt, 10_000, card)).toBe('leaving')
  expect(opened).toEqual(['/point?paymentId=payment-1&by=CARD'])
})

test('a payment that could not be begun leaves the form usable, and a retry has the same key', async () => {
  const keys: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    throw new TypeError('offline')
  })
  const lastAttempt: { current: CallAttempt | null } = { current: null }
  for (const _ of [1, 2]) expect(await beginPayment(lastAttempt, 10_000, card)).toMatchObject({ path: '' })
  expect(keys).toEqual([expect.any(String), keys[0]])
})
