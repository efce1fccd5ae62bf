import { expect, test } from 'vitest'
import { issuesAfterRefusal, issuesToFixFirst } from './sign-up-refusal.ts'

const [id, email, phone] = ['id', 'emailCode', 'sendCode'].map((path) => ({ path, message: path }))
const issues = { id, email, phone } as Record<'id' | 'email' | 'phone', { path: string; message: string }>

test('a form that lacks codes alone asks the server, which may not demand them any more', () => {
  expect(issuesToFixFirst([])).toEqual([])
  expect(issuesToFixFirst([issues.email, issues.phone])).toEqual([])
  expect(issuesToFixFirst([issues.id, issues.email])).toEqual([issues.id, issues.email])
})

test('if the server demands them still, the form shows each code that it lacks; else what the server refuses', () => {
  expect(issuesAfterRefusal([issues.email, issues.phone], issues.email)).toEqual([issues.email, issues.phone])
  expect(issuesAfterRefusal([issues.email], issues.id)).toEqual([issues.id])
  expect(issuesAfterRefusal([], issues.email)).toEqual([issues.email])
})
