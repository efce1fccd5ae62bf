import { z } from 'zod'
import { formText } from '#lib/core/field-errors.ts'
import { emailLine, passwordText } from '#lib/members/schema.ts'
import { kakaoLoginInput, naverLoginInput } from '#lib/sns/schema.ts'

export const profile = z.object({
  id: z.string(),
  point: z.number(),
  apiKey: z.string().nullable(),
  referralCode: z.string().nullable(),
  role: z.enum(['MEMBER', 'SUPPORT', 'MANAGER', 'OWNER']),
})

export type Profile = z.output<typeof profile>

/** A signed token of ours is a few hundred characters. */
const MOST_TOKEN = 2_000

export const changePasswordInput = z.object({
  currentPassword: passwordText,
  newPassword: passwordText,
  /** Absent keeps the api-keys: clients that don't know this field must not cut off their member's programs. */
  revokeApiKeys: z
    .boolean()
    .nullish()
    .transform((revoke) => revoke ?? false),
})

export type ChangePasswordInput = z.output<typeof changePasswordInput>

export const emailInput = z.object({ email: emailLine.transform((email) => email.toLowerCase()) })

export const foundId = z.object({ userId: z.string() })

export const resetPasswordInput = z.object({ token: formText(MOST_TOKEN), password: passwordText })

export type ResetPasswordInput = z.output<typeof resetPasswordInput>

/** The password, or the code of a login at Naver or Kakao that has just been made for this. */
export const reauthInput = z.object({
  password: passwordText,
  naver: naverLoginInput.nullish(),
  kakao: kakaoLoginInput.pick({ code: true }).nullish(),
})

export type ReauthInput = z.output<typeof reauthInput>

export const reauthenticated = z.object({ token: z.string(), expiresAt: z.iso.datetime() })
