import { z } from 'zod'
import { formText } from '#lib/core/field-errors.ts'

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

export const emailInput = z.object({ email: formText.transform((email) => email.trim().toLowerCase()) })

export const foundId = z.object({ userId: z.string() })

export const resetPasswordInput = z.object({ token: formText, password: formText })

export type ResetPasswordInput = z.output<typeof resetPasswordInput>

export const reauthInput = z.object({ password: formText })

export const reauthenticated = z.object({ token: z.string(), expiresAt: z.iso.datetime() })

export const issuedReferralCode = z.object({ referralCode: z.string() })
