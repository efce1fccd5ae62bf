import { z } from 'zod'
import type { Rule } from '#lib/core/form-errors.ts'
import { formText } from '#lib/core/form-fields.ts'
import { isPassword } from '#lib/members/rules.ts'
import { passwordMessages } from '#lib/members/schema.ts'

export const profile = z.object({
  id: z.string(),
  point: z.number(),
  apiKey: z.string().nullable(),
  referralCode: z.string().nullable(),
  role: z.enum(['MEMBER', 'SUPPORT', 'MANAGER', 'OWNER']),
})

export type Profile = z.output<typeof profile>

export const changePasswordInput = z.object({ currentPassword: formText, newPassword: formText })

export type ChangePasswordInput = z.output<typeof changePasswordInput>

const currentPasswordMissing = '현재 비밀번호를 입력해 주세요'

/** Spec 5, password change, in its order; then the length that the placeholder promises (decisions 5). */
export const changePasswordRules = (input: ChangePasswordInput, confirmation = input.newPassword): Rule[] => [
  ['currentPassword', input.currentPassword === '', currentPasswordMissing],
  ['newPassword', input.newPassword === '', '새 비밀번호를 입력해 주세요'],
  ['newPasswordConfirm', input.newPassword !== confirmation, passwordMessages.differs],
  ['newPassword', !isPassword(input.newPassword), passwordMessages.shape],
]

export const emailInput = z.object({ email: formText.transform((email) => email.trim().toLowerCase()) })

export const foundId = z.object({ userId: z.string() })

export const resetPasswordInput = z.object({ token: formText, password: formText })

export type ResetPasswordInput = z.output<typeof resetPasswordInput>

/** Spec 5, reset: the two fields are equal. The form alone knows the second one, and names the field to go to. */
export const resetPasswordRules = (password: string, confirmation = password): Rule[] => [
  ['passwordConfirm', password !== confirmation, '비밀번호 확인이 다릅니다'],
  ['password', !isPassword(password), passwordMessages.shape],
]

export const reauthInput = z.object({ password: formText })

export const reauthRules = (password: string): Rule[] => [['password', password === '', currentPasswordMissing]]

export const reauthenticated = z.object({ token: z.string(), expiresAt: z.iso.datetime() })

export const issuedReferralCode = z.object({ referralCode: z.string() })
