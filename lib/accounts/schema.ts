import { z } from 'zod'
import { formText } from '#lib/core/field-errors.ts'
import { adminMemberRow } from '#lib/members/schema.ts'

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

/** One member with what staff need beside the row: his key's age, his devices, the end of his ledger. */
export const adminMember = adminMemberRow.extend({
  apiKeyMadeAt: z.iso.datetime().nullable(),
  sessions: z.array(z.object({ device: z.string(), createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime() })),
  entries: z.array(
    z.object({
      id: z.int(),
      createdAt: z.iso.datetime(),
      kind: z.string(),
      delta: z.number(),
      balanceAfter: z.number(),
      refType: z.string(),
      refId: z.int(),
      actor: z.string(),
      reason: z.string().nullable(),
    }),
  ),
})
