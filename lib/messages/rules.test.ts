import { expect, test } from 'vitest'
import { needsBody, nextSendStep, type SendOutcome } from './rules.ts'

const laterOutcome: SendOutcome = { kind: 'later', fault: 'SMTP 450' }
const unknownOutcome: SendOutcome = { kind: 'unknown', fault: 'ETIMEDOUT' }
const refusedOutcome: SendOutcome = { kind: 'refused', fault: 'SMTP 550' }

test('what was handed over is sent, what was refused has failed, whatever it carries', () => {
  for (const secret of [true, false]) {
    expect(nextSendStep({ attempts: 1, secret }, { kind: 'sent' }).status).toBe('SENT')
    expect(nextSendStep({ attempts: 1, secret }, refusedOutcome)).toEqual({
      status: 'FAILED',
      fault: 'SMTP 550',
      wait: 0,
    })
  }
})

test('what may have been handed over is tried again only when it carries no code or link', () => {
  expect(nextSendStep({ attempts: 1, secret: true }, unknownOutcome).status).toBe('FAILED')
  expect(nextSendStep({ attempts: 1, secret: false }, unknownOutcome).status).toBe('PENDING')
})

test('waits grow from seconds to hours, nine tries follow the first within a day, and then it has failed', () => {
  const steps = Array.from({ length: 12 }, (_, at) => nextSendStep({ attempts: at + 1, secret: false }, laterOutcome))
  const waits = steps.filter(({ status }) => status === 'PENDING').map(({ wait }) => wait / 1_000)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect([waits[0], waits.length]).toEqual([5, 9])
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(86_400)
  expect(steps.slice(9).map(({ status }) => status)).toEqual(['FAILED', 'FAILED', 'FAILED'])
})

test('a body is kept while someone may need it', () => {
  const outside = { demo: false, secret: true }
  expect((['PENDING', 'SENT', 'FAILED', 'EXPIRED'] as const).map((status) => needsBody(status, outside))).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(needsBody('FAILED', { demo: false, secret: false })).toBe(true)
  expect(needsBody('SENT', { demo: false, secret: false })).toBe(false)
  expect(needsBody('SENT', { demo: true, secret: true })).toBe(true)
})
