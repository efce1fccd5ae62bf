import type { Database, Db } from '#lib/core/db.ts'
import { storeBankRows } from '../statements/store-rows.ts'
import type { SourceKind } from './labels.ts'
import { receiveSourceDeposits } from './receive-source-deposits.ts'
import { sourceKindsWith } from './registry.ts'
import { requestDepositSource } from './request-source.ts'
import { CLAIM_SECONDS, POLL_SECONDS, secondsUntilNextAttempt } from './rules.ts'

/**
 * A due poll of a connected deposit source that this process has claimed. `failures`: how many requests of the
 * connection have failed in a row.
 */
type ClaimedPoll = { connection: SourceKind; cursor: unknown; connectedAt: Date; failures: number }

// Adds a poll for each new connection, and removes a poll's cursor if its connection got another account. The poll is
// due from the beginning of this second, not from now(). The column rounds to milliseconds, so now() could be stored as
// a time after the next statement's now(). Then the poll wouldn't be due at once.
const planPollsSql = `
  INSERT INTO source_polls AS p (connection, connected_at, next_poll_at)
  SELECT kind, connected_at, date_trunc('second', now()) FROM connections WHERE kind = ANY ($1::text[])
  ON CONFLICT (connection) DO UPDATE SET connected_at = excluded.connected_at, cursor = NULL,
    next_poll_at = excluded.next_poll_at
    WHERE p.connected_at <> excluded.connected_at`

const claimPollsSql = `
  UPDATE source_polls p SET next_poll_at = now() + ${CLAIM_SECONDS} * interval '1 second'
  FROM connections k
  WHERE k.kind = p.connection AND p.connection IN (SELECT connection FROM source_polls
    WHERE connection = ANY ($1::text[]) AND next_poll_at <= now() ORDER BY next_poll_at FOR UPDATE SKIP LOCKED)
  RETURNING p.connection, p.cursor, p.connected_at, k.failures`

// Stores the cursor, unless the connection has got another account since the poll began.
const storeCursorSql = `
  UPDATE source_polls SET cursor = $3, next_poll_at = now() + $4 * interval '1 second', polled_at = now()
  WHERE connection = $1 AND connected_at = $2`

const pollLater = (db: Db, { connection, failures }: ClaimedPoll) =>
  db.rows("UPDATE source_polls SET next_poll_at = now() + $2 * interval '1 second' WHERE connection = $1", [
    connection,
    Math.max(POLL_SECONDS / 2, secondsUntilNextAttempt(failures + 1)),
  ])

/**
 * Polls a deposit source. Stores its deposits before the cursor: if the worker is killed in between, they are fetched
 * again.
 */
async function pollSource(db: Database, poll: ClaimedPoll): Promise<void> {
  const { connection, connectedAt } = poll
  const outcome = await requestDepositSource(
    db,
    connection,
    async (source, opened) => source.poll?.(opened, poll.cursor),
    (polled) => polled?.unsettled,
  )
  if (outcome.is === 'FAILED' || !outcome.value) return void (await pollLater(db, poll))
  const { deposits, cursor, pauseSeconds = POLL_SECONDS, statement } = outcome.value
  await receiveSourceDeposits(db, connection, deposits)
  if (statement) await storeBankRows(db, statement.rows, { account: statement.account, importedBy: null })
  await db.rows(storeCursorSql, [connection, connectedAt, JSON.stringify(cursor ?? null), pauseSeconds])
}

/**
 * Polls the connected deposit sources that are due. Several workers may run this at the same time: each poll is claimed
 * by one of them for CLAIM_SECONDS. Returns how many sources were polled.
 */
export async function pollSources(db: Database): Promise<number> {
  const kinds = sourceKindsWith('poll')
  if (kinds.length === 0) return 0
  await db.rows(planPollsSql, [kinds])
  const claimed = await db.rows<ClaimedPoll>(claimPollsSql, [kinds])
  await Promise.all(claimed.map((poll) => pollSource(db, poll)))
  return claimed.length
}
