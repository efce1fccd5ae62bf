import { expect, it } from 'vitest'
import { isKeyForgotten } from './stored-bulk-list.ts'

it('says that a key is forgotten before the server forgets it, and of one without a time', () => {
  const made = 1_000_000
  const hoursLater = (hours: number) => isKeyForgotten({ at: made }, made + hours * 60 * 60_000)
  expect([0, 70.9, 71, 72, 1_000].map(hoursLater)).toEqual([false, false, true, true, true])
  expect(isKeyForgotten({}, made)).toBe(true)
})
