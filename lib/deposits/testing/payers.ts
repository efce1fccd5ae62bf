import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import type { DepositOrigin } from '../store-deposit.ts'
import { makeDeposit } from './deposits.ts'

const MINUTE = 60_000

export const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * MINUTE).toISOString()

export const daysAgo = (days: number): string => minutesAgo(days * 24 * 60)

type ChargeOptions = { name: string; memberId?: number; point?: number; at?: string }

/** Creates a pending charge that was requested at `at`. Returns its id and its member's. */
export async function makeChargeAt({ at = minutesAgo(0), ...wanted }: ChargeOptions) {
  const memberId = wanted.memberId ?? (await makeMember()).id
  const id = await makeCharge({ ...wanted, memberId })
  await db().rows(
    "UPDATE charges SET created_at = $2, expires_at = $2::timestamptz + interval '3 hours' WHERE id = $1",
    [id, at],
  )
  return { id, memberId }
}

/**
 * Creates a charge requested at `at`, and a deposit five minutes later, by which the matching rule credits the charge.
 * Returns the ids of charge, deposit and member.
 */
export async function makePaidChargeAt(wanted: ChargeOptions & { at: string }, origin?: DepositOrigin) {
  const { id, memberId } = await makeChargeAt(wanted)
  const at = new Date(Date.parse(wanted.at) + 5 * MINUTE).toISOString()
  const depositId = await makeDeposit({ name: wanted.name, amount: wanted.point ?? 10_000, at }, origin)
  return { chargeId: id, memberId, depositId }
}

/**
 * Creates a member who has paid under this name on two days a week apart, so that the matching rule trusts him. Returns
 * the member's id.
 */
export async function makeRegularPayer(name: string, point = 10_000, origin?: DepositOrigin): Promise<number> {
  const { memberId } = await makePaidChargeAt({ name, point, at: daysAgo(20) }, origin)
  await makePaidChargeAt({ name, point, memberId, at: daysAgo(13) }, origin)
  return memberId
}
