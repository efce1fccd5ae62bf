import { z } from 'zod'
import { formText } from '#lib/core/form-fields.ts'
import { emailText, passwordText, registerInput } from '#lib/members/schema.ts'
import { kakaoLoginInput, naverLoginInput } from '#lib/sns/schema.ts'

export const profile = z.object({
  /** Login id. */
  id: z.string(),
  /** Balance in points. */
  point: z.number(),
  apiKey: z.string().nullable(),
  referralCode: z.string().nullable(),
  role: z.enum(['MEMBER', 'SUPPORT', 'MANAGER', 'OWNER']),
})

export type Profile = z.output<typeof profile>

/** Maximum number of characters of a reset token; valid tokens have a few hundred. */
const MAX_TOKEN_LENGTH = 2_000

export const changePasswordInput = z.object({
  currentPassword: passwordText,
  newPassword: passwordText,
  /**
   * True revokes all API keys. If absent, the keys stay: clients that don't know this field must not break their
   * member's integrations.
   */
  revokeApiKeys: z
    .boolean()
    .nullish()
    .transform((revoke) => revoke ?? false),
})

export type ChangePasswordInput = z.output<typeof changePasswordInput>

export const emailInput = z.object({ email: emailText.transform((email) => email.toLowerCase()) })

/** Response of the call that finds a forgotten login id (`userId`). */
export const loginIdAnswer = z.object({ userId: z.string() })

export const resetPasswordInput = z.object({ token: formText(MAX_TOKEN_LENGTH), password: passwordText })

export type ResetPasswordInput = z.output<typeof resetPasswordInput>

/** A password ('' if absent), or the authorization code of a Naver or Kakao login made for this re-authentication. */
export const reauthInput = z.object({
  password: passwordText,
  naver: naverLoginInput.nullish(),
  kakao: kakaoLoginInput.pick({ code: true }).nullish(),
})

/** Proof of identity: a password, or the code of a new login at Naver or Kakao. */
export type ReauthInput = z.output<typeof reauthInput>

/** Response to a re-authentication: the token to send in the header `x-reauth`, and when it expires. */
export const reauthAnswer = z.object({ token: z.string(), expiresAt: z.iso.datetime() })

export const changeEmailInput = registerInput
  .pick({ email: true, emailCode: true })
  .transform(({ email, emailCode }) => ({ email: email.toLowerCase(), emailCode }))

export const changePhoneInput = registerInput.pick({ phoneNumber: true, sendCode: true })
