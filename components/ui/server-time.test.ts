import { expect, test } from 'vitest'
import { recordServerTime, serverAheadMs } from './server-time.ts'

const date = 'Mon, 30 Nov 2026 00:00:00 GMT'
const serverTime = Date.parse(date)

const aheadFor = (browserTime: number, header: string | null = date) => {
  recordServerTime(header, browserTime)
  return serverAheadMs()
}

test('a wrong clock of the browser is known by the time of an answer, and a slow network is none', () => {
  expect(aheadFor(serverTime + 4 * 3_600_000)).toBe(-4 * 3_600_000)
  expect(aheadFor(serverTime - 600_000)).toBe(600_000)
  expect(aheadFor(serverTime, null)).toBe(600_000)
  expect(aheadFor(serverTime, 'no date')).toBe(600_000)
  expect(aheadFor(serverTime + 30_000)).toBe(0)
})
