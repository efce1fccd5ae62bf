import { afterEach, expect, test, vi } from 'vitest'
import { log } from './log.ts'
import { makeFailureLogger } from './log-failures.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a failure that comes back every second is a line a minute, and another reason is a line at once', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const warned = vi.spyOn(log, 'warn').mockReturnValue()
  const logFailure = makeFailureLogger('warn', 'the work failed', { part: 1 })
  const fail = (reason: string, times: number) => {
    for (let second = 0; second < times; second++) {
      logFailure(new Error(reason))
      vi.advanceTimersByTime(1_000)
    }
  }
  fail('refused', 125)
  fail('starting up', 2)
  fail('refused', 1)
  const [refused, startingUp] = [new Error('refused'), new Error('starting up')]
  expect(warned.mock.calls).toEqual([
    ['the work failed', { error: refused, part: 1 }],
    ['the work failed', { error: refused, part: 1, more: 59 }],
    ['the work failed', { error: refused, part: 1, more: 59 }],
    ['the work failed', { error: startingUp, part: 1, more: 4 }],
    ['the work failed', { error: refused, part: 1, more: 1 }],
  ])
})
