import { approvableCharge, expiredCharge, pendingCharge } from '#lib/charges/rules.ts'
import { randomCharacters } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { sourceKindsWith } from './registry.ts'
import { CREDITABLE_HOURS_AFTER_EXPIRY } from './rules.ts'
import type { ChargeRegistration } from './source.ts'

/**
 * Characters of order numbers: letters and digits that every deposit source accepts. Characters that look alike are
 * left out.
 */
const ORDER_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/**
 * Length of an order number. PayAction's own messages to buyers allow at most 22 characters; 20 of 32 possible
 * characters are 100 bits, which nobody can guess.
 */
const ORDER_NUMBER_LENGTH = 20

/**
 * A registered charge as SQL returns it, selected by `registrationColumns` from `source_registrations r JOIN charges
 * c`.
 */
export type StoredRegistration = {
  orderNumber: string
  remoteId: string | null
  name: string
  payAmount: Points
  createdAt: Date
  expiresAt: Date
}

/** SELECT list of a `StoredRegistration`; `r` is source_registrations, `c` is charges. */
export const registrationColumns = 'r.order_number, r.remote_id, c.name, c.pay_amount, c.created_at, c.expires_at'

export const toChargeRegistration = (order: StoredRegistration): ChargeRegistration => ({
  orderNumber: order.orderNumber,
  remoteId: order.remoteId,
  name: order.name,
  amount: pointsToNumber(order.payAmount),
  createdAt: order.createdAt.toISOString(),
  expiresAt: new Date(order.expiresAt.getTime() + CREDITABLE_HOURS_AFTER_EXPIRY * 3_600_000).toISOString(),
})

// Up to 200 pending charges, oldest first, that aren't registered yet with a connected deposit source. Leaves out
// amounts with a fraction of a won, which nobody can transfer. A charge is pending for three hours, so the condition on
// created_at lets PostgreSQL search only the newest charges.
const unregisteredSql = `
  SELECT c.id, k.kind FROM connections k JOIN charges c ON c.created_at > now() - interval '4 hours'
  WHERE k.kind = ANY ($1::text[]) AND ${pendingCharge.sql('c')} AND c.pay_amount % 100 = 0
    AND NOT EXISTS (SELECT FROM source_registrations r WHERE r.charge_id = c.id AND r.connection = k.kind)
  ORDER BY c.id LIMIT 200`

const addSql = `
  INSERT INTO source_registrations (connection, charge_id, order_number) VALUES ($1, $2, $3)
  ON CONFLICT (charge_id, connection) DO NOTHING`

// Makes pending charges due for registration again if the connection got another account after they were registered:
// the new account doesn't know them.
const registerAnewSql = `
  UPDATE source_registrations r SET state = 'WAITING', attempts = 0, refusals = 0, next_try_at = now() FROM connections k, charges c
  WHERE k.kind = r.connection AND c.id = r.charge_id AND r.state = 'REGISTERED' AND r.registered_at < k.connected_at
    AND ${pendingCharge.sql('c')}`

/** SQL condition: no deposit can credit charge `c` any more, so no deposit source needs to look for its deposit. */
const isOverSql = `(NOT ${approvableCharge.sql('c')}
  OR (${expiredCharge.sql('c')} AND c.response_at < now() - interval '${CREDITABLE_HOURS_AFTER_EXPIRY} hours'))`

// Ends the registrations of charges that no deposit can credit any more. These charges must then be withdrawn at the
// deposit source. Exceptions: a charge that was never sent to the source, and a charge that the source has matched with
// a deposit, which can't be withdrawn.
const endSql = `
  UPDATE source_registrations r SET next_try_at = now(), attempts = 0, refusals = 0,
    state = CASE WHEN (r.state = 'WAITING' AND r.attempts = 0) OR EXISTS (SELECT FROM deposits d
      WHERE d.external_id IN (r.connection || ':' || r.order_number, r.connection || ':' || r.remote_id))
      THEN 'ENDED' ELSE 'WITHDRAWING' END
  FROM charges c WHERE c.id = r.charge_id AND r.state IN ('WAITING', 'REGISTERED') AND ${isOverSql}`

/**
 * Plans requests without sending them: to register pending charges with every connected deposit source that needs this,
 * and to withdraw charges that no deposit can credit any more.
 */
export async function planRegistrations(db: Db): Promise<void> {
  for (const { id, kind } of await db.rows<{ id: number; kind: string }>(unregisteredSql, [
    sourceKindsWith('register'),
  ]))
    await db.rows(addSql, [kind, id, randomCharacters(ORDER_NUMBER_LENGTH, ORDER_ALPHABET)])
  await db.rows(registerAnewSql)
  await db.rows(endSql)
}
