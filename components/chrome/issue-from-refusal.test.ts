import { expect, test } from 'vitest'
import { issueFromRefusal } from './issue-from-refusal.ts'

const form = { failed: '실패했습니다', fieldOf: (message: string) => (message === '이미 있어요' ? 'id' : '') }

test.each([
  [{ message: '코드가 달라요', refusal: { issues: [{ path: 'sendCode', message: '코드가 달라요' }] } }, 'sendCode'],
  [{ message: '이미 있어요', refusal: { code: 'CONFLICT' } }, 'id'],
  [{ message: '형식이 달라요', refusal: { issues: [{ path: '', message: '형식이 달라요' }] } }, ''],
])('a refusal is shown where it belongs: %j at "%s"', (answer, path) => {
  expect(issueFromRefusal(answer, form)).toEqual({ path, message: answer.message })
})

test('a failure without a sentence gets the form’s own', () => {
  expect(issueFromRefusal({ message: '', refusal: null }, form)).toEqual({ path: '', message: '실패했습니다' })
})
