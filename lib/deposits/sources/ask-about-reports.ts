import { chargeStatus } from '#lib/charges/labels.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import type { SourceKind } from './labels.ts'
import { receiveSourceDeposits } from './receive-source-deposits.ts'
import { registrationColumns, type StoredRegistration, toChargeRegistration } from './registrations.ts'
import { requestDepositSource } from './request-source.ts'
import { CLAIM_SECONDS, MAX_ANSWERS_WITHOUT_DEPOSIT, MAX_SOURCE_ATTEMPTS, secondsUntilNextAttempt } from './rules.ts'
import type { DepositsAnswer, SourceReport } from './source.ts'

/** Maximum number of webhook reports about which one process asks the deposit sources at the same time. */
const MAX_AT_ONCE = 8

/** A webhook's report that this process has claimed, to ask the deposit source about it. */
type ClaimedReport = {
  id: number
  connection: SourceKind
  remoteId: string
  content: SourceReport['content']
  /** Count of the attempts so far, including the present one and failed ones. */
  attempts: number
  /** Count of earlier attempts to which the deposit source responded without a deposit, or with a refusal. */
  answers: number
}

const claimReportsSql = `
  UPDATE source_reports r SET next_try_at = now() + ${CLAIM_SECONDS} * interval '1 second', attempts = attempts + 1
  WHERE r.id IN (SELECT id FROM source_reports WHERE state = 'WAITING' AND next_try_at <= now()
    ORDER BY next_try_at LIMIT ${MAX_AT_ONCE} FOR UPDATE SKIP LOCKED)
  RETURNING r.id, r.connection, r.remote_id, r.content, r.attempts, r.answers`

type RegisteredOrder = StoredRegistration & { chargeId: number; status: number }

/** Returns the registered charge that a report is about; null if there is none. */
async function registeredOrder(db: Db, { connection, remoteId }: ClaimedReport): Promise<RegisteredOrder | null> {
  const [order] = await db.rows<RegisteredOrder>(
    `SELECT ${registrationColumns}, c.id AS charge_id, c.status FROM source_registrations r JOIN charges c ON c.id = r.charge_id
     WHERE r.connection = $1 AND (r.order_number = $2 OR r.remote_id = $2) LIMIT 1`,
    [connection, remoteId],
  )
  return order ?? null
}

/**
 * Ends a report. TAKEN: its deposits are stored. DENIED: the deposit source knows no deposit for it. GIVEN_UP: too many
 * attempts were made. `error`: why the last attempt failed, in Korean; null if it didn't fail.
 */
const endReport = (
  db: Db,
  { id }: ClaimedReport,
  state: 'TAKEN' | 'DENIED' | 'GIVEN_UP',
  error: string | null = null,
) => db.rows("UPDATE source_reports SET state = $2, error = $3 WHERE id = $1 AND state = 'WAITING'", [id, state, error])

/**
 * Ends a report after too many attempts to ask the deposit source about it. Files a task first, unless the charge has
 * been credited meanwhile: otherwise nobody would learn that its member may have paid.
 */
async function giveUpReport(db: Db, report: ClaimedReport, order: RegisteredOrder | null, error: string) {
  if (order && order.status !== chargeStatus.SUCCESS)
    await fileTask(db, {
      kind: 'DEPOSIT_UNCONFIRMED',
      refType: 'charge',
      refId: order.chargeId,
      detail: { connection: report.connection, error },
    })
  await endReport(db, report, 'GIVEN_UP', error)
}

/**
 * Outcome of an attempt that will be repeated. `answered` is true if the deposit source responded without a deposit, or
 * refused. `error`: why the attempt failed, in Korean; null if it didn't fail.
 */
type Retry = { answered: boolean; error: string | null }

const retryReport = (db: Db, { id, attempts }: ClaimedReport, { answered, error }: Retry) =>
  db.rows(
    `UPDATE source_reports SET next_try_at = now() + $2 * interval '1 second', error = $3, answers = answers + $4::boolean::int
     WHERE id = $1 AND state = 'WAITING'`,
    [id, secondsUntilNextAttempt(attempts), error, answered],
  )

/**
 * True if the deposit source has now given MAX_ANSWERS_WITHOUT_DEPOSIT responses without a deposit, or refusals. The
 * source isn't asked again after that. Attempts that fail otherwise don't count, because they say nothing about the
 * deposit.
 */
const isLastAnswer = ({ answers }: ClaimedReport): boolean => answers + 1 >= MAX_ANSWERS_WITHOUT_DEPOSIT

/**
 * Stores the deposit source's response to a question about a report. Stores the deposits before it ends the report, so
 * that the source is asked again if the worker is killed in between.
 */
async function settleReport(db: Database, report: ClaimedReport, answer: DepositsAnswer): Promise<void> {
  if (answer.is === 'DEPOSITS') {
    await receiveSourceDeposits(db, report.connection, answer.deposits)
    await endReport(db, report, 'TAKEN')
  } else if (isLastAnswer(report)) await endReport(db, report, 'DENIED')
  else await retryReport(db, report, { answered: true, error: null })
}

async function askAboutReport(db: Database, report: ClaimedReport): Promise<void> {
  const order = await registeredOrder(db, report)
  const sourceReport = { id: report.remoteId, content: report.content }
  const outcome = await requestDepositSource(db, report.connection, async (source, connection) =>
    source.ask
      ? source.ask(connection, sourceReport, order && toChargeRegistration(order))
      : ({ is: 'NOT_YET' } as const),
  )
  if (outcome.is === 'DONE') return settleReport(db, report, outcome.value)
  const { fault, sentence } = outcome.error
  const answered = fault === 'REFUSED'
  if (answered && isLastAnswer(report)) await endReport(db, report, 'DENIED', sentence)
  else if (report.attempts >= MAX_SOURCE_ATTEMPTS) await giveUpReport(db, report, order, sentence)
  else await retryReport(db, report, { answered, error: sentence })
}

/**
 * Asks the deposit sources about up to MAX_AT_ONCE reports that are due, and stores their deposits. Several workers may
 * run it at the same time: each report is claimed by one of them for CLAIM_SECONDS. Returns how many reports it asked
 * about.
 */
export async function askAboutReports(db: Database): Promise<number> {
  const claimed = await db.rows<ClaimedReport>(claimReportsSql)
  await Promise.all(claimed.map((report) => askAboutReport(db, report)))
  return claimed.length
}
