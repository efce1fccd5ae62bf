import type { Idempotency } from '#lib/core/call.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { normalName } from '#lib/core/normal-name.ts'
import { secondsUntilPastSql } from '#lib/core/seconds-until-past.ts'
import { unauthenticated } from '#lib/core/unauthenticated.ts'
import { type KeyedRequest, readStoredAnswer, storeAnswer } from '#lib/idempotency/stored-answer.ts'
import { pointsFromNumber, pointsToNumber, wholePoints } from '#lib/money/points.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import {
  chargeRules,
  feeTypeNotOffered,
  tooManyCharges,
  tooManyNewDepositorNames,
  tooManyPendingCharges,
} from './errors.ts'
import { chargeStatus } from './labels.ts'
import {
  CHARGE_LIFE_MS,
  computePayAmount,
  MAX_CHARGES_PER_HOUR,
  MAX_NEW_NAMES_PER_DAY,
  MAX_PENDING_CHARGES,
  offeredFeeTypes,
  type PaymentFee,
  type PaymentType,
  pendingCharge,
  reversibleCharge,
  SUSPICIOUS_NEW_NAME_COUNT,
} from './rules.ts'
import { type ChargeInput, type RequestedCharge, requestedCharge, type ShopBankAccount } from './schema.ts'

/** A charge that a member requests, with the settings that apply to it. */
export type ChargeRequest = {
  memberId: number
  input: ChargeInput
  idempotency: Idempotency | null
  paymentType: PaymentType
  paymentFee: PaymentFee
  bank: ShopBankAccount
}

/** Name of this call among the responses that are stored for retries. */
const CHARGE_CALL = 'point'

const keyedRequestOf = ({ memberId, idempotency }: ChargeRequest): KeyedRequest => ({
  memberId,
  call: CHARGE_CALL,
  idempotency,
})

/**
 * Counts a member's pending charges. Locks his balance row first, so that his concurrent requests run one after another
 * and can't exceed the limit together.
 * @throws UNAUTHENTICATED the account was deleted while this call waited for the lock
 */
async function countPending(tx: Db, memberId: number): Promise<number> {
  await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
  const { count, isDeleted } = await oneRow<{ count: number; isDeleted: boolean }>(
    tx,
    `SELECT (SELECT count(*)::int FROM charges WHERE member_id = $1 AND ${pendingCharge.sql()}) AS count,
            deleted_at IS NOT NULL AS is_deleted
     FROM members WHERE id = $1`,
    [memberId],
  )
  if (isDeleted) throw unauthenticated()
  return count
}

async function insertCharge(tx: Db, request: ChargeRequest): Promise<RequestedCharge> {
  const { memberId, input, bank } = request
  const point = wholePoints(input.point)
  const payAmount = computePayAmount(point, input.feeType, request.paymentFee)
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
      CHARGE_LIFE_MS,
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
  await storeAnswer(tx, keyedRequestOf(request), answer)
  return answer
}

/**
 * `lastHour`: number of charges that the member requested in the last hour. `otherNamesToday`: number of depositor
 * names new to him that he used in the last 24 hours, besides the requested name. `names`: number of names new to him
 * that he used in the last three days. `isOwn`: true if the requested name isn't new to him. `hourLeft`, `dayLeft`:
 * seconds until one charge or name fewer counts; null without any.
 */
type RecentCharges = {
  lastHour: number
  otherNamesToday: number
  names: number
  isOwn: boolean
  hourLeft: number | null
  dayLeft: number | null
}

/** SQL condition: a charge of this member under this depositor's name was credited and not reversed. */
const isCreditedSql = (nameSql: string, memberSql: string): string => `EXISTS (SELECT FROM charges k
  WHERE k.normal_name = ${nameSql} AND k.member_id = ${memberSql} AND ${reversibleCharge.sql('k')})`

// A depositor's name is new to a member until one of his charges under it is credited and not reversed. Earlier
// requests that weren't credited don't count, because somebody who guesses names requests a charge under each.
const recentChargesSql = `
  WITH recent AS (
    SELECT r.at, r.name, NOT ${isCreditedSql('r.name', '$1')} AS is_new
    FROM (SELECT created_at AS at, normal_name AS name FROM charges WHERE member_id = $1 AND method = 'TRANSFER' ORDER BY id DESC LIMIT $3) r
    WHERE r.at > now() - interval '3 days'
  ), other_names AS (
    SELECT name, max(at) AS at FROM recent WHERE is_new AND name <> $2 AND at > now() - interval '1 day' GROUP BY name
  )
  SELECT count(*) FILTER (WHERE at > now() - interval '1 hour')::int AS last_hour,
    (SELECT count(*)::int FROM other_names) AS other_names_today,
    (count(DISTINCT name) FILTER (WHERE is_new))::int AS names, ${isCreditedSql('$2', '$1')} AS is_own,
    ${secondsUntilPastSql("min(at) FILTER (WHERE at > now() - interval '1 hour')", '1 hour')} AS hour_left,
    (SELECT ${secondsUntilPastSql('min(at)', '1 day')} FROM other_names) AS day_left
  FROM recent`

/**
 * Refuses a charge if the member has recently requested too many charges, or used too many new depositor names: he may
 * be guessing the name and amount of a stranger's deposit. Files a task about a member who has used many new names.
 * Call it after `countPending`, whose lock makes a member's requests run one after another.
 * @throws TOO_MANY_REQUESTS the hourly limit of charges or the daily limit of new names is reached
 */
async function refuseTooManyGuesses(tx: Db, { memberId, input }: ChargeRequest): Promise<void> {
  const factor = env().RATE_LIMIT_FACTOR
  const maxCharges = Math.ceil(MAX_CHARGES_PER_HOUR * factor * 72)
  const recent = await oneRow<RecentCharges>(tx, recentChargesSql, [memberId, normalName(input.name), maxCharges])
  if (recent.lastHour >= MAX_CHARGES_PER_HOUR * factor) throw tooManyCharges(recent.hourLeft ?? 1)
  if (!recent.isOwn && recent.otherNamesToday >= MAX_NEW_NAMES_PER_DAY * factor)
    throw tooManyNewDepositorNames(recent.dayLeft ?? 1)
  if (recent.names < SUSPICIOUS_NEW_NAME_COUNT * factor) return
  const detail = { names: recent.names }
  await fileTask(tx, { kind: 'CHARGE_NAMES', refType: 'member', refId: memberId, detail })
}

/**
 * Queues the job that matches deposits, if a deposit with the charge's amount and name is already waiting
 * (docs/contract.md#deposit-matching). The job starts once the transaction that creates the charge is committed.
 */
const queueMatching = (tx: Db, { payAmount, name }: RequestedCharge) =>
  tx.rows(
    `SELECT graphile_worker.add_job('match-deposits', job_key := 'match-deposits') WHERE EXISTS (
       SELECT FROM deposits WHERE status = 'WAITING' AND amount = $1::bigint AND normal_name = $2)`,
    [pointsFromNumber(payAmount), normalName(name)],
  )

/**
 * Creates a pending charge to be paid by bank transfer; nothing is credited yet (docs/contract.md#charges).
 * @throws BAD_INPUT the first broken rule, or a receipt kind that isn't offered; CONFLICT ten charges are pending, or
 *   the idempotency key was used with another body; TOO_MANY_REQUESTS ten charges were requested in the last hour, or
 *   this is the fourth new depositor's name in 24 hours; UNAUTHENTICATED the account was deleted in the meantime
 */
export async function requestCharge(db: Database, request: ChargeRequest): Promise<RequestedCharge> {
  refuseBroken(chargeRules(request.input))
  return db.transaction(async (tx) => {
    // `countPending` has locked the balance row. So an earlier call with the same idempotency key has either committed,
    // and its stored response is found, or has done nothing yet.
    const pending = await countPending(tx, request.memberId)
    const earlierAnswer = await readStoredAnswer<RequestedCharge>(tx, keyedRequestOf(request), requestedCharge)
    if (earlierAnswer) return earlierAnswer
    if (!offeredFeeTypes(request.paymentType).includes(request.input.feeType)) throw feeTypeNotOffered()
    if (pending >= MAX_PENDING_CHARGES) throw tooManyPendingCharges()
    await refuseTooManyGuesses(tx, request)
    const charge = await insertCharge(tx, request)
    await queueMatching(tx, charge)
    return charge
  })
}
