import { afterEach, expect, test, vi } from 'vitest'
import { chargeStatus } from '#lib/charges/labels.ts'
import { wasCreditedAfterWithdrawal } from './charge-end.ts'

afterEach(() => vi.unstubAllGlobals())

const refused = { ok: false, status: 409 } as const
const stubHistory = (status: number) =>
  vi.stubGlobal('fetch', async () =>
    Response.json([
      { id: 6, status: chargeStatus.FAIL },
      { id: 7, status },
    ]),
  )

test('a withdrawal refused because the charge was approved meanwhile says that it was credited', async () => {
  stubHistory(chargeStatus.SUCCESS)
  expect(await wasCreditedAfterWithdrawal(7, refused)).toBe(true)
})

test('a withdrawal refused because the charge was rejected or has expired says that it was not credited', async () => {
  stubHistory(chargeStatus.FAIL)
  expect(await wasCreditedAfterWithdrawal(7, refused)).toBe(false)
})

test('a charge whose end can’t be loaded has ended all the same after a 409', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  expect(await wasCreditedAfterWithdrawal(7, refused)).toBe(false)
})

test('a withdrawn charge has ended without a credit; after another refusal the charge is still pending', async () => {
  expect(await wasCreditedAfterWithdrawal(7, { ok: true, status: 200 })).toBe(false)
  expect(await wasCreditedAfterWithdrawal(7, { ok: false, status: 500 })).toBeNull()
})
