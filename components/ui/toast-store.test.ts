import { expect, test } from 'vitest'
import { type ToastItem, toastsOfLoadedPage, toastsOfNextPage } from './toast-store.ts'

const raisedAt = (at: number): ToastItem => ({ id: String(at), message: '승인했어요.', tone: 'good', at })
const now = 1_000_000

test('a toast waits for the page that is loading, also for a slow one', () => {
  const fresh = [raisedAt(now - 9_000), raisedAt(now)]
  expect(toastsOfLoadedPage(fresh, now)).toEqual(fresh)
})

test('a toast of a page that was left long ago is not shown on a later one', () => {
  expect(toastsOfLoadedPage([raisedAt(now - 60_000)], now)).toEqual([])
})

test('a toast stored without its time, or with a time to come, is not shown', () => {
  const stored = [{ id: 'a', message: '승인했어요.', tone: 'good' } as ToastItem, raisedAt(now + 60_000)]
  expect(toastsOfLoadedPage(stored, now)).toEqual([])
})

test('a toast that was held on its page doesn’t move on to the next one; one just raised does', () => {
  expect(toastsOfNextPage([raisedAt(now - 5_000), raisedAt(now - 500)], now)).toEqual([raisedAt(now - 500)])
})
