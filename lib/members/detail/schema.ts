import { z } from 'zod'
import { chargeRow } from '#lib/charges/schema.ts'
import { adminAutoOrderRow } from '#lib/orders/auto/schema.ts'
import { adminOrderRow } from '#lib/orders/staff-schema.ts'
import { ledgerEntryRow, memberAdjustment } from '#lib/points/schema.ts'
import { rewardRow } from '#lib/referrals/schema.ts'
import { adminMemberRow } from '../schema.ts'

/**
 * Detail of a member for staff: his row of the member list, his agreements and debt, and the latest rows of his orders,
 * charges and so on. `apiKeyMadeAt`: time when the api-key marked as his first (`is_first`) was issued or last renewed.
 * If no key is marked, time when his oldest key was made; null if he has no key.
 */
export const adminMember = adminMemberRow.extend({
  apiKeyMadeAt: z.iso.datetime().nullable(),
  /** Points that the member still owes after reversals of charges and rewards. */
  debt: z.number(),
  /** The member's price group; null if he is in none. */
  priceGroup: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Versions of terms and privacy policy that the member agreed to. */
  agreements: z.array(
    z.object({ kind: z.enum(['service', 'privacy']), since: z.string(), agreedAt: z.iso.datetime() }),
  ),
  /** The member's latest logins; `open`: the session hasn't ended. */
  sessions: z.array(
    z.object({ device: z.string(), createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime(), open: z.boolean() }),
  ),
  entries: z.array(ledgerEntryRow),
  orders: z.array(adminOrderRow),
  autoOrders: z.array(adminAutoOrderRow),
  charges: z.array(chargeRow),
  adjustments: z.array(memberAdjustment),
  rewards: z.array(rewardRow),
})

export type AdminMember = z.output<typeof adminMember>
