import type { Database, Db } from '#lib/core/db.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import type { SourceKind } from './labels.ts'
import { receiveSourceDeposits } from './receive-source-deposits.ts'
import {
  planRegistrations,
  registrationColumns,
  type StoredRegistration,
  toChargeRegistration,
} from './registrations.ts'
import { requestDepositSource } from './request-source.ts'
import { CLAIM_SECONDS, MAX_SOURCE_ATTEMPTS, MAX_SOURCE_REFUSALS, secondsUntilNextAttempt } from './rules.ts'
import type { ChargeRegistration, SourceError } from './source.ts'

/** Maximum number of registrations that one process handles at the same time. */
const MAX_AT_ONCE = 8
/**
 * Seconds after which the deposit source is first asked about a registered charge, unless a deposit has ended the
 * registration before. Each further pause is twice as long as the one before, up to 32 times the first.
 */
const FIRST_QUESTION_DELAY_SECONDS = 120

/**
 * State of a registration. WAITING: to be registered. REGISTERED: the deposit source looks for the deposit.
 * WITHDRAWING: to be withdrawn at the source. ENDED: nothing is left to do. FAILED: given up.
 */
type State = 'WAITING' | 'REGISTERED' | 'WITHDRAWING' | 'ENDED' | 'FAILED'

/**
 * A registration that this process has claimed; `refusals` counts the deposit source's refusals since the last success.
 */
type ClaimedOrder = StoredRegistration & {
  id: number
  connection: SourceKind
  state: State
  attempts: number
  refusals: number
}

// Claims registrations that are due. The registrations of a disconnected deposit source wait until it is connected
// again.
const claimSql = `
  UPDATE source_registrations r SET next_try_at = now() + ${CLAIM_SECONDS} * interval '1 second', attempts = r.attempts + 1
  FROM charges c
  WHERE c.id = r.charge_id AND r.id IN (
    SELECT x.id FROM source_registrations x JOIN connections k ON k.kind = x.connection
    WHERE x.state IN ('WAITING', 'WITHDRAWING', 'REGISTERED') AND x.next_try_at <= now()
    ORDER BY x.next_try_at LIMIT ${MAX_AT_ONCE} FOR UPDATE OF x SKIP LOCKED)
  RETURNING r.id, r.connection, r.state, r.attempts, r.refusals, ${registrationColumns}`

// Changes nothing if `planRegistrations` has changed the state since the registration was claimed.
const updateOrderSql = `
  UPDATE source_registrations SET state = $3, attempts = $4, error = $5, next_try_at = now() + $6 * interval '1 second',
    remote_id = coalesce($7, remote_id), registered_at = CASE WHEN $3 = 'REGISTERED' THEN coalesce($8, registered_at) ELSE registered_at END,
    refusals = $9
  WHERE id = $1 AND state = $2`

/** New values of a claimed registration. `pauseSeconds`: seconds until it is due again. */
type OrderUpdate = {
  state: State
  attempts: number
  refusals?: number
  pauseSeconds: number
  error?: string
  remoteId?: string | null
  registeredAt?: Date
}

const updateOrder = (
  db: Db,
  order: ClaimedOrder,
  { state, attempts, refusals = 0, pauseSeconds, error, remoteId, registeredAt }: OrderUpdate,
) =>
  db.rows(updateOrderSql, [
    ...[order.id, order.state, state, attempts, error ?? null, pauseSeconds],
    ...[remoteId ?? null, registeredAt ?? null, refusals],
  ])

/**
 * Number of refusals after a failed attempt: one more if the deposit source refused the attempt, otherwise unchanged.
 */
const refusalsOf = ({ refusals }: ClaimedOrder, { fault }: SourceError): number =>
  fault === 'REFUSED' ? refusals + 1 : refusals

/** Records a failed attempt. The attempt is repeated later, unless `isLast` is true. */
const recordFailedAttempt = (db: Db, order: ClaimedOrder, { error, isLast }: { error: SourceError; isLast: boolean }) =>
  updateOrder(db, order, {
    state: isLast ? 'FAILED' : order.state,
    attempts: order.attempts,
    refusals: refusalsOf(order, error),
    pauseSeconds: isLast ? 0 : secondsUntilNextAttempt(order.attempts),
    error: error.sentence,
  })

/**
 * Files a task which says that the deposit source refuses to register charges; at most one task per connection is open.
 * Without the task nobody would learn that deposits for these charges aren't reported, because the connection itself
 * counts as working.
 */
async function fileRefusedTask(db: Db, { connection }: ClaimedOrder, { sentence }: SourceError): Promise<void> {
  const [row] = await db.rows<{ id: number }>('SELECT id FROM connections WHERE kind = $1', [connection])
  const detail = { connection, error: sentence }
  if (row) await fileTask(db, { kind: 'CONNECTION_DOWN', refType: 'connection', refId: row.id, detail })
}

async function registerOrder(db: Database, order: ClaimedOrder): Promise<void> {
  const startedAt = new Date()
  const outcome = await requestDepositSource(db, order.connection, async (source, connection) =>
    source.register ? source.register(connection, toChargeRegistration(order)) : { remoteId: null },
  )
  if (outcome.is === 'DONE') {
    const { remoteId } = outcome.value
    await updateOrder(db, order, {
      state: 'REGISTERED',
      attempts: 0,
      pauseSeconds: FIRST_QUESTION_DELAY_SECONDS,
      remoteId,
      registeredAt: startedAt,
    })
  } else {
    // Only refusals by the deposit source count, not attempts without a response.
    const isLast = refusalsOf(order, outcome.error) >= MAX_SOURCE_REFUSALS
    if (isLast) await fileRefusedTask(db, order, outcome.error)
    await recordFailedAttempt(db, order, { error: outcome.error, isLast })
  }
}

async function withdrawOrder(db: Database, order: ClaimedOrder): Promise<void> {
  const outcome = await requestDepositSource(db, order.connection, async (source, connection) =>
    source.withdraw?.(connection, toChargeRegistration(order)),
  )
  if (outcome.is === 'DONE')
    return void (await updateOrder(db, order, { state: 'ENDED', attempts: 0, pauseSeconds: 0 }))
  const { error } = outcome
  const isLast = refusalsOf(order, error) >= MAX_SOURCE_REFUSALS || order.attempts >= MAX_SOURCE_ATTEMPTS
  await recordFailedAttempt(db, order, { error, isLast })
}

/** Asks the deposit source about a charge that is still registered, because a webhook about it may have been lost. */
async function askAboutOrder(db: Database, order: ClaimedOrder): Promise<void> {
  const sourceOrder: ChargeRegistration = toChargeRegistration(order)
  const outcome = await requestDepositSource(db, order.connection, async (source, connection) =>
    source.ask && source.reportOf
      ? source.ask(connection, source.reportOf(sourceOrder), sourceOrder)
      : ({ is: 'NOT_YET' } as const),
  )
  if (outcome.is === 'FAILED')
    return void (await recordFailedAttempt(db, order, { error: outcome.error, isLast: false }))
  if (outcome.value.is === 'DEPOSITS') await receiveSourceDeposits(db, order.connection, outcome.value.deposits)
  const isFound = outcome.value.is === 'DEPOSITS'
  const pauseSeconds = FIRST_QUESTION_DELAY_SECONDS * 2 ** Math.min(order.attempts, 5)
  await updateOrder(db, order, { state: isFound ? 'ENDED' : 'REGISTERED', attempts: order.attempts, pauseSeconds })
}

/** What to do with a claimed registration, by its state. */
const steps = { WAITING: registerOrder, WITHDRAWING: withdrawOrder, REGISTERED: askAboutOrder } as const

const hasStep = (state: State): state is keyof typeof steps => Object.hasOwn(steps, state)

/**
 * Handles up to MAX_AT_ONCE registrations that are due. Registers pending charges with the deposit sources that look
 * for their deposits, withdraws charges that no deposit can credit any more, and asks about charges that stay
 * registered. Several workers may run this at the same time: each registration is claimed by one of them for
 * CLAIM_SECONDS. Returns how many registrations were handled.
 */
export async function syncRegistrations(db: Database): Promise<number> {
  await planRegistrations(db)
  const claimed = await db.rows<ClaimedOrder>(claimSql)
  const work = claimed.map((order) => (hasStep(order.state) ? steps[order.state](db, order) : undefined))
  await Promise.all(work)
  return claimed.length
}
