import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  finishActs,
  getEndedActCount,
  getPendingActs,
  hasUnsentActs,
  holdActs,
  sendActLater,
  sendActsNow,
  takeBackActs,
  UNDO_MS,
} from './undo-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(async () => {
  await vi.runAllTimersAsync()
  vi.useRealTimers()
})

const actOf = (...ids: number[]) => ({ ids, text: '승인', send: vi.fn(() => Promise.resolve()) })

test('nothing is sent before five seconds are over, and then once', async () => {
  const act = actOf(1)
  sendActLater(act)
  await vi.advanceTimersByTimeAsync(UNDO_MS - 1)
  expect(act.send).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(act.send).toHaveBeenCalledExactlyOnceWith({ isLeaving: false })
  await vi.advanceTimersByTimeAsync(UNDO_MS * 3)
  expect(act.send).toHaveBeenCalledOnce()
  expect(getPendingActs()).toEqual([])
})

test('an act that is taken back is never sent, and an act that is being sent is not taken back', async () => {
  let end = () => {}
  const early = {
    ...actOf(1),
    send: vi.fn(
      () =>
        new Promise<void>((resolve) => {
          end = resolve
        }),
    ),
  }
  const [late, later] = [actOf(2), actOf(3, 4)]
  sendActLater(early)
  await vi.advanceTimersByTimeAsync(3_000)
  sendActLater(late)
  sendActLater(later)
  await vi.advanceTimersByTimeAsync(2_500)
  expect(takeBackActs()).toBe(3)
  expect(getPendingActs().map(({ ids }) => ids)).toEqual([[1]])
  await vi.advanceTimersByTimeAsync(UNDO_MS * 2)
  expect([early, late, later].map(({ send }) => send.mock.calls.length)).toEqual([1, 0, 0])
  end()
  await vi.advanceTimersByTimeAsync(0)
  expect(getPendingActs()).toEqual([])
})

test('taking acts back returns to the row of the first act, not of the last', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  sendActLater({ ...actOf(1), onTakenBack: first })
  sendActLater({ ...actOf(2), onTakenBack: second })
  expect(takeBackActs()).toBe(2)
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
})

test('an act counts as ended once it is answered, not while it waits or when it is taken back', async () => {
  const before = getEndedActCount()
  sendActLater(actOf(1))
  takeBackActs()
  sendActLater(actOf(2))
  expect(getEndedActCount()).toBe(before)
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  expect(getEndedActCount()).toBe(before + 1)
})

test('pointing at the bar stops the countdown, which starts again afterwards', async () => {
  const act = actOf(1)
  sendActLater(act)
  await vi.advanceTimersByTimeAsync(4_000)
  holdActs(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(act.send).not.toHaveBeenCalled()
  holdActs(false)
  await vi.advanceTimersByTimeAsync(UNDO_MS - 1)
  expect(act.send).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(act.send).toHaveBeenCalledOnce()
})

test('an act added while the bar is pointed at waits as well', async () => {
  const [first, second] = [actOf(1), actOf(2)]
  sendActLater(first)
  holdActs(true)
  sendActLater(second)
  await vi.advanceTimersByTimeAsync(UNDO_MS * 3)
  expect([first, second].map(({ send }) => send.mock.calls.length)).toEqual([0, 0])
  holdActs(false)
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  expect([first, second].map(({ send }) => send.mock.calls.length)).toEqual([1, 1])
})

test('a bar that disappears under the pointer holds no later act', async () => {
  sendActLater(actOf(1))
  holdActs(true)
  takeBackActs()
  const [second, third] = [actOf(2), actOf(3)]
  sendActLater(second)
  holdActs(true)
  sendActsNow()
  sendActLater(third)
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  expect([second, third].map(({ send }) => send.mock.calls.length)).toEqual([1, 1])
})

test('a page that is closed sends the waiting acts, once', async () => {
  const act = actOf(1, 2)
  sendActLater(act)
  expect(hasUnsentActs()).toBe(true)
  sendActsNow()
  sendActsNow()
  await vi.advanceTimersByTimeAsync(UNDO_MS * 2)
  expect(act.send).toHaveBeenCalledExactlyOnceWith({ isLeaving: true })
  expect(hasUnsentActs()).toBe(false)
})

test('finishing waits until every act has been sent and has ended, and sends none twice', async () => {
  let end = () => {}
  const slow = {
    ...actOf(1),
    send: vi.fn(
      () =>
        new Promise<void>((resolve) => {
          end = resolve
        }),
    ),
  }
  const waiting = actOf(2)
  sendActLater(slow)
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  sendActLater(waiting)
  const finished = vi.fn()
  void finishActs().then(finished)
  await vi.advanceTimersByTimeAsync(0)
  expect([slow, waiting].map(({ send }) => send.mock.calls.length)).toEqual([1, 1])
  expect(finished).not.toHaveBeenCalled()
  end()
  await vi.advanceTimersByTimeAsync(0)
  expect(finished).toHaveBeenCalledOnce()
  await finishActs()
})
