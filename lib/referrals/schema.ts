import { z } from 'zod'
import { rewardStates } from './labels.ts'

/** A reward, as staff see it in the detail of its referrer or of its referred member. Amounts are in points. */
export const rewardRow = z.object({
  chargeId: z.number().int(),
  state: z.enum(rewardStates),
  /** The whole reward for the charge; less is paid if a part of the charge was reversed or paid back. */
  reward: z.number(),
  /** Points paid of the reward (`paid`), and points of these that were taken back later (`takenBack`). */
  paid: z.number(),
  takenBack: z.number(),
  createdAt: z.iso.datetime(),
  /** True if the detail is the referrer's; false if it is the referred member's. */
  isReferrer: z.boolean(),
  /** Id of the other member: the referred member or the referrer. `otherId` is his login id. */
  otherNo: z.number().int(),
  otherId: z.string(),
})

export type RewardRow = z.output<typeof rewardRow>

export const issuedReferralCode = z.object({ referralCode: z.string() })
