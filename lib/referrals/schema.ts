import { z } from 'zod'
import { rewardStates } from './labels.ts'

/** One reward as staff see it beside either member it concerns. Amounts are points. */
export const rewardRow = z.object({
  chargeId: z.number().int(),
  state: z.enum(rewardStates),
  reward: z.number(),
  paid: z.number(),
  takenBack: z.number(),
  createdAt: z.iso.datetime(),
  /** Whether the member it is shown with referred the other one, or was referred. */
  isReferrer: z.boolean(),
  otherNo: z.number().int(),
  otherId: z.string(),
})

export type RewardRow = z.output<typeof rewardRow>

export const issuedReferralCode = z.object({ referralCode: z.string() })
