import { z } from 'zod'
import { rewardStates } from './labels.ts'

/** A reward as staff see it in the detail of its referrer or of its referred member. In points. */
export const rewardRow = z.object({
  chargeId: z.number().int(),
  state: z.enum(rewardStates),
  /** The whole reward for the charge; less is paid if a part of the charge was reversed or paid back. */
  reward: z.number(),
  /** What was paid of the reward, and what was taken back of that later. */
  paid: z.number(),
  takenBack: z.number(),
  createdAt: z.iso.datetime(),
  /** True in the detail of the referrer; false in that of the referred member. */
  isReferrer: z.boolean(),
  /** Id and login id of the other member of the two. */
  otherNo: z.number().int(),
  otherId: z.string(),
})

export type RewardRow = z.output<typeof rewardRow>

export const issuedReferralCode = z.object({ referralCode: z.string() })
