import { expect, test } from 'vitest'
import {
  isQuietHour,
  isResendable,
  MAX_MESSAGE_AGE,
  needsMessageBody,
  nextSendStep,
  type SendOutcome,
  templateText,
} from './rules.ts'

const laterOutcome: SendOutcome = { kind: 'later', fault: 'SMTP 450' }
const unknownOutcome: SendOutcome = { kind: 'unknown', fault: 'ETIMEDOUT' }
const refusedOutcome: SendOutcome = { kind: 'refused', fault: 'SMTP 550' }

test('what was handed over is sent, what was refused has failed, whatever it carries', () => {
  for (const hasCodeOrLink of [true, false]) {
    expect(nextSendStep({ attempts: 1, hasCodeOrLink }, { kind: 'sent' })).toEqual({
      status: 'SENT',
      fault: null,
      wait: 0,
    })
    expect(nextSendStep({ attempts: 1, hasCodeOrLink }, refusedOutcome)).toEqual({
      status: 'FAILED',
      fault: 'SMTP 550',
      wait: 0,
    })
  }
})

test('what may have been handed over is tried again only when it carries no code or link', () => {
  const step = { fault: 'ETIMEDOUT', wait: 0 }
  expect(nextSendStep({ attempts: 1, hasCodeOrLink: true }, unknownOutcome)).toEqual({ ...step, status: 'FAILED' })
  expect(nextSendStep({ attempts: 1, hasCodeOrLink: false }, unknownOutcome)).toMatchObject({ status: 'PENDING' })
})

test('what was not handed over is tried again, code or not', () => {
  expect(nextSendStep({ attempts: 1, hasCodeOrLink: true }, laterOutcome)).toEqual({
    status: 'PENDING',
    fault: 'SMTP 450',
    wait: 5_000,
  })
})

test('what may have been handed over is tried again after a minute at the earliest, so that it can be looked up', () => {
  const waits = [1, 4, 5, 9].map(
    (attempts) => nextSendStep({ attempts, hasCodeOrLink: false }, unknownOutcome).wait / 1_000,
  )
  expect(waits).toEqual([60, 120, 300, 43_200])
})

test('waits grow from seconds to hours, nine tries follow the first within a day, and then it has failed', () => {
  const steps = Array.from({ length: 12 }, (_, at) =>
    nextSendStep({ attempts: at + 1, hasCodeOrLink: false }, laterOutcome),
  )
  const waits = steps.filter(({ status }) => status === 'PENDING').map(({ wait }) => wait / 1_000)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect([waits[0], waits.length]).toEqual([5, 9])
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(86_400)
  expect(steps.slice(9).map(({ status }) => status)).toEqual(['FAILED', 'FAILED', 'FAILED'])
})

test('a body is kept while someone may need it', () => {
  const outside = { demo: false, hasCodeOrLink: true }
  expect(
    (['PENDING', 'SENT', 'FAILED', 'EXPIRED'] as const).map((status) => needsMessageBody(status, outside)),
  ).toEqual([true, false, false, false])
  expect(needsMessageBody('FAILED', { demo: false, hasCodeOrLink: false })).toBe(true)
  expect(needsMessageBody('SENT', { demo: false, hasCodeOrLink: false })).toBe(false)
  expect(needsMessageBody('SENT', { demo: true, hasCodeOrLink: true })).toBe(true)
})

test('a text is that of its template with its values', () => {
  expect(templateText('CODE', { 인증번호: '01234' })).toBe('인증번호 01234 · 3분 안에 입력해 주세요.')
  const values = { 상점명: '포인트 & 샵', 건수: '1,000', 금액: '73,100원', other: 'x' }
  expect(templateText('CHARGE', values)).toBe('[포인트 & 샵] 포인트 충전이 완료됐어요.\n충전 1,000건, 73,100원')
})

test.each([
  ['a value that is missing', { 건수: '1' }, '상점명'],
  ['a link', { 상점명: 'shop.kr/a', 건수: '1' }, '상점명'],
  ['another variable', { 상점명: '#{건수}', 건수: '1' }, '상점명'],
  ['a text for a number', { 상점명: '포인트샵', 건수: '하나' }, '건수'],
  ['nothing for a number', { 상점명: '포인트샵', 건수: '' }, '건수'],
])('a template refuses %s', (_, values, name) => {
  expect(() => templateText('HOLD', values as Record<string, string>)).toThrow(`HOLD can't have this value: ${name}`)
})

test('a message is given up after three days, also by staff', () => {
  expect(MAX_MESSAGE_AGE).toBe('3 days')
  const createdAt = '2026-11-22T09:00:00Z'
  const failed = { status: 'FAILED', expiresAt: null, createdAt, template: null } as const
  const end = Date.parse('2026-11-25T09:00:00Z')
  expect([end - 1, end, end + 1].map((now) => isResendable(failed, now))).toEqual([true, false, false])
  expect(isResendable({ ...failed, expiresAt: createdAt }, end - 1)).toBe(false)
  expect(isResendable({ ...failed, template: 'HOLD' }, end - 1)).toBe(false)
  for (const status of ['PENDING', 'SENDING', 'SENT', 'EXPIRED'] as const)
    expect(isResendable({ ...failed, status }, end - 1)).toBe(false)
})

test.each([
  ['07:59:59', true],
  ['08:00:00', false],
  ['12:00:00', false],
  ['20:59:59', false],
  ['21:00:00', true],
  ['00:00:00', true],
])('at %s in Seoul it is quiet: %s', (time, quiet) => {
  expect(isQuietHour(new Date(`2026-11-25T${time}+09:00`))).toBe(quiet)
})
