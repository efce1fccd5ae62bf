import { z } from 'zod'
import { rewardStates } from './labels.ts'

/** A reward as shown to staff with either of its two members. Amounts in points. */
export const rewardRow = z.object({
  chargeId: z.number().int(),
  state: z.enum(rewardStates),
  reward: z.number(),
  paid: z.number(),
  takenBack: z.number(),
  createdAt: z.iso.datetime(),
  /** True if the member it is shown with referred the other one; false if he was referred by him. */
  isReferrer: z.boolean(),
  otherNo: z.number().int(),
  otherId: z.string(),
})

export type RewardRow = z.output<typeof rewardRow>

export const issuedReferralCode = z.object({ referralCode: z.string() })
