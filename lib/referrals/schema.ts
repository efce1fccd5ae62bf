import { z } from 'zod'
import { rewardStates } from './labels.ts'

/** A reward as staff see it in the detail of one of its two members. Amounts in points. */
export const rewardRow = z.object({
  chargeId: z.number().int(),
  state: z.enum(rewardStates),
  /** The whole reward for the charge; less is paid if a part of the charge was paid back. */
  reward: z.number(),
  paid: z.number(),
  takenBack: z.number(),
  createdAt: z.iso.datetime(),
  /** True if the member of this detail is the referrer; false if he was referred. */
  isReferrer: z.boolean(),
  otherNo: z.number().int(),
  otherId: z.string(),
})

export type RewardRow = z.output<typeof rewardRow>

export const issuedReferralCode = z.object({ referralCode: z.string() })
