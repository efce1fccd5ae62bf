import type { Idempotency } from '#lib/core/call.ts'
import { sameBytes } from '#lib/core/crypto.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { pointsFromNumber, pointsToNumber, wholePoints } from '#lib/money/points.ts'
import { chargeRules, feeTypeNotOffered, keyOfOtherCharge, tooManyPending } from './errors.ts'
import { chargeStatus } from './labels.ts'
import {
  CHARGE_LIFE,
  MOST_PENDING,
  normalName,
  offeredFeeTypes,
  type PaymentFee,
  type PaymentType,
  payAmountOf,
} from './rules.ts'
import type { Bank, ChargeInput, RequestedCharge } from './schema.ts'

export type ChargeRequest = {
  memberId: number
  input: ChargeInput
  idempotency: Idempotency | null
  paymentType: PaymentType
  paymentFee: PaymentFee
  bank: Bank
}

const CHARGE_CALL = 'point'

async function firstAnswer(db: Db, { memberId, idempotency }: ChargeRequest): Promise<RequestedCharge | null> {
  if (!idempotency) return null
  const [row] = await db.rows<{ bodyHash: Buffer; answer: RequestedCharge }>(
    'SELECT body_hash, answer FROM idempotency_keys WHERE member_id = $1 AND call = $2 AND key = $3',
    [memberId, CHARGE_CALL, idempotency.key],
  )
  if (!row) return null
  if (!sameBytes(row.bodyHash, idempotency.bodyHash)) throw keyOfOtherCharge()
  return row.answer
}

/** Held until the transaction ends: a member's requests queue, or two could both be the tenth pending one. */
async function countPending(tx: Db, memberId: number): Promise<number> {
  await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
  const { count, gone } = await oneRow<{ count: number; gone: boolean }>(
    tx,
    `SELECT (SELECT count(*)::int FROM charges WHERE member_id = $1 AND status = 0) AS count,
            deleted_at IS NOT NULL AS gone
     FROM members WHERE id = $1`,
    [memberId],
  )
  // The account was deleted while this request waited for its balance.
  if (gone) throw new AppError('UNAUTHENTICATED', messages.unauthenticated)
  return count
}

async function insertCharge(tx: Db, request: ChargeRequest): Promise<RequestedCharge> {
  const { memberId, input, bank, idempotency } = request
  const point = wholePoints(input.point)
  const payAmount = payAmountOf(point, input.feeType, request.paymentFee)
  const row = await oneRow<{ id: number; createdAt: Date; expiresAt: Date }>(
    tx,
    `INSERT INTO charges (member_id, name, normal_name, point, pay_amount, fee_type, fee_value, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 millisecond')
     RETURNING id, created_at, expires_at`,
    [
      memberId,
      input.name,
      normalName(input.name),
      point,
      payAmount,
      input.feeType,
      JSON.stringify(input.feeValue),
      CHARGE_LIFE,
    ],
  )
  const answer = {
    id: row.id,
    point: pointsToNumber(point),
    payAmount: pointsToNumber(payAmount),
    name: input.name,
    feeType: input.feeType,
    status: chargeStatus.PENDING,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    bank,
  }
  if (idempotency) {
    await tx.rows(
      'INSERT INTO idempotency_keys (member_id, call, key, body_hash, answer) VALUES ($1, $2, $3, $4, $5)',
      [memberId, CHARGE_CALL, idempotency.key, idempotency.bodyHash, JSON.stringify(answer)],
    )
  }
  return answer
}

/** Its money may be here already (decisions 4): then the worker is told, by this very transaction. */
const matchSoon = (tx: Db, { payAmount, name }: RequestedCharge) =>
  tx.rows(
    `SELECT graphile_worker.add_job('match-deposits', job_key := 'match-deposits') WHERE EXISTS (
       SELECT FROM deposits WHERE status = 'WAITING' AND amount = $1::bigint AND normal_name = $2)`,
    [pointsFromNumber(payAmount), normalName(name)],
  )

/**
 * Asks for a top-up by bank transfer; nothing is credited yet (spec 4, decisions 3, 4).
 * @throws BAD_INPUT the first broken rule, or a receipt kind that isn't offered; CONFLICT ten are pending
 */
export async function requestCharge(db: Database, request: ChargeRequest): Promise<RequestedCharge> {
  refuseBroken(chargeRules(request.input))
  return db.transaction(async (tx) => {
    // The member's balance row is locked by now: a request with the same key has either ended or not begun.
    const pending = await countPending(tx, request.memberId)
    const first = await firstAnswer(tx, request)
    if (first) return first
    if (!offeredFeeTypes(request.paymentType).includes(request.input.feeType)) throw feeTypeNotOffered()
    if (pending >= MOST_PENDING) throw tooManyPending()
    const charge = await insertCharge(tx, request)
    await matchSoon(tx, charge)
    return charge
  })
}
