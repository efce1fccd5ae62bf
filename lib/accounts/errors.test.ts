import { expect, test } from 'vitest'
import { changePasswordIssues } from './errors.ts'

test('one press shows every broken field of a new password, each with its first rule', () => {
  const shown = (currentPassword: string, newPassword: string, confirmation: string) =>
    changePasswordIssues({ currentPassword, newPassword }, confirmation).map(({ path, message }) => [path, message])
  expect(shown('', '', '')).toEqual([
    ['currentPassword', '현재 비밀번호를 입력해 주세요'],
    ['newPassword', '새 비밀번호를 입력해 주세요'],
    ['newPasswordConfirm', '비밀번호를 한 번 더 입력해 주세요'],
  ])
  expect(shown('old-password', 'short', 'other')).toEqual([
    ['newPasswordConfirm', '비밀번호 재확인이 다릅니다'],
    ['newPassword', '비밀번호는 8~20자로 입력해 주세요'],
  ])
  expect(shown('old-password', 'new-password', '')).toEqual([['newPasswordConfirm', '비밀번호 재확인이 다릅니다']])
  expect(shown('old-password', 'new-password', 'new-password')).toEqual([])
})
