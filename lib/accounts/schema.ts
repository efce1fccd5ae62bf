import { z } from 'zod'
import { chargeRow } from '#lib/charges/schema.ts'
import { formText } from '#lib/core/field-errors.ts'
import { adminMemberRow, emailLine, passwordText } from '#lib/members/schema.ts'
import { adminAutoOrderRow } from '#lib/orders/auto/schema.ts'
import { adminOrderRow } from '#lib/orders/schema.ts'
import { decidedAdjustment, entryRow } from '#lib/points/schema.ts'
import { rewardRow } from '#lib/referrals/schema.ts'
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
  /** Absent keeps them: a client that knows nothing of this field must not cut its member's programs off. */
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

export const issuedReferralCode = z.object({ referralCode: z.string() })

/** One member with what staff need beside the row: his key's age, and the end of each of his lists. */
export const adminMember = adminMemberRow.extend({
  apiKeyMadeAt: z.iso.datetime().nullable(),
  /** What is still missing of his reversed charges and rewards, in points. */
  debt: z.number(),
  sessions: z.array(
    z.object({ device: z.string(), createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime(), open: z.boolean() }),
  ),
  entries: z.array(entryRow),
  orders: z.array(adminOrderRow),
  autoOrders: z.array(adminAutoOrderRow),
  charges: z.array(chargeRow),
  adjustments: z.array(decidedAdjustment),
  rewards: z.array(rewardRow),
})

export type AdminMember = z.output<typeof adminMember>
