import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import type { DepositOrigin } from '../store-deposit.ts'
import { makeDeposit } from './deposits.ts'

const MINUTE = 60_000

export const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * MINUTE).toISOString()

export const daysAgo = (days: number): string => minutesAgo(days * 24 * 60)

type Wanted = { name: string; memberId?: number; point?: number; at?: string }

/** A pending charge, made then. Answers it and its member. */
export async function chargeAt({ at = minutesAgo(0), ...wanted }: Wanted) {
  const memberId = wanted.memberId ?? (await makeMember()).id
  const id = await makeCharge({ ...wanted, memberId })
  await db().rows(
    "UPDATE charges SET created_at = $2, expires_at = $2::timestamptz + interval '3 hours' WHERE id = $1",
    [id, at],
  )
  return { id, memberId }
}

/** A charge of then and the deposit that credited it five minutes later, by the rule. Answers both ids and the member. */
export async function paidAt(wanted: Wanted & { at: string }, origin?: DepositOrigin) {
  const { id, memberId } = await chargeAt(wanted)
  const at = new Date(Date.parse(wanted.at) + 5 * MINUTE).toISOString()
  const depositId = await makeDeposit({ name: wanted.name, amount: wanted.point ?? 10_000, at }, origin)
  return { chargeId: id, memberId, depositId }
}

/** A member whom the rule credited under this name on two days a week apart. Answers his id. */
export async function makeRegular(name: string, point = 10_000, origin?: DepositOrigin): Promise<number> {
  const { memberId } = await paidAt({ name, point, at: daysAgo(20) }, origin)
  await paidAt({ name, point, memberId, at: daysAgo(13) }, origin)
  return memberId
}
