import { expect, test } from 'vitest'
import {
  storeToast,
  type ToastItem,
  takeStoredToasts,
  toastsOfLoadedPage,
  toastsOfNextPage,
  withToast,
} from './toast-store.ts'

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

const toastWithText = (message: string): ToastItem => ({ ...raisedAt(now), message })
const texts = (items: readonly ToastItem[]) => items.map(({ message }) => message)

/** A fake sessionStorage of a tab. */
function tabStorage() {
  const texts = new Map<string, string>()
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
}

test('of the same text there is one toast, and never more than three', () => {
  const shown = ['a', 'b', 'a', 'c', 'd'].reduce<readonly ToastItem[]>(
    (items, text) => withToast(items, toastWithText(text)),
    [],
  )
  expect(texts(shown)).toEqual(['a', 'c', 'd'])
})

test('a toast for the next page is shown by the page that loads next, once, and by no later one', () => {
  const tab = tabStorage()
  for (const text of ['로그인이 필요합니다.', '로그인이 필요합니다.']) storeToast(tab, toastWithText(text))
  expect(texts(takeStoredToasts(tab, now))).toEqual(['로그인이 필요합니다.'])
  expect(takeStoredToasts(tab, now)).toEqual([])
})
