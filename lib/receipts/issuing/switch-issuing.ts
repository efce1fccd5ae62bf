import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { connectionCheckFailed, notConnected } from '#lib/connections/errors.ts'
import { requireConnection } from '#lib/connections/read-connection.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { SourceError } from '#lib/deposits/sources/source.ts'
import { anotherIssuerIsOn, connectionNotChecked, testEnvironmentRefused } from './errors.ts'
import type { IssuerKind } from './labels.ts'
import { issuerOf } from './registry.ts'

type LockedConnection = { isReal: boolean; isChecked: boolean; issuesSince: Date | null; secrets: Buffer }

/**
 * Asks the issuer whether it would issue receipts; holds no lock meanwhile. Returns the encrypted secrets that this
 * check used.
 * @throws CONFLICT the shop isn't connected, or the issuer refuses
 */
async function checkIssuing(db: Db, kind: IssuerKind): Promise<Buffer> {
  const connection = await requireConnection(db, kind)
  try {
    await issuerOf(kind).check(connection)
  } catch (error) {
    if (error instanceof SourceError) throw connectionCheckFailed(error.sentence)
    throw error
  }
  return connection.sealed
}

const lockConnectionSql = `
  SELECT is_real, checked_at IS NOT NULL AND error IS NULL AS is_checked, issues_since, secrets FROM connections
  WHERE kind = $1 FOR UPDATE`

/**
 * Makes concurrent calls of `switchIssuing` run one after another: otherwise two issuers that are switched on at the
 * same time would both issue.
 */
const lockSwitchingSql = "SELECT pg_advisory_xact_lock(hashtext('receipt-issuer'))"

async function refuseUnlessReady(
  tx: Db,
  kind: IssuerKind,
  connection: LockedConnection,
  checkedWith: Buffer | null,
): Promise<void> {
  if (!connection.isChecked || !checkedWith?.equals(connection.secrets)) throw connectionNotChecked()
  if (!connection.isReal && !env().ALLOW_PRIVATE_PROVIDERS) throw testEnvironmentRefused()
  const others = await tx.rows('SELECT FROM connections WHERE issues_since IS NOT NULL AND kind <> $1', [kind])
  if (others.length > 0) throw anotherIssuerIsOn()
}

/**
 * Switches an issuer on or off. An issuer that is on issues the receipts that are created after it was switched on.
 * Does nothing if the issuer is already on or off as wanted (`on`).
 * @throws CONFLICT the shop isn't connected; to switch on: the connection wasn't checked, the issuer refuses, another
 * issuer already issues, or the connection is to a test environment
 */
export async function switchIssuing(
  db: Database,
  actor: StaffActor,
  { kind, on }: { kind: IssuerKind; on: boolean },
): Promise<void> {
  const checkedWith = on ? await checkIssuing(db, kind) : null
  await db.transaction(async (tx) => {
    await tx.rows(lockSwitchingSql)
    const [connection] = await tx.rows<LockedConnection>(lockConnectionSql, [kind])
    if (!connection) throw notConnected(kind)
    if ((connection.issuesSince !== null) === on) return
    if (on) await refuseUnlessReady(tx, kind, connection, checkedWith)
    await tx.rows(
      'UPDATE connections SET issues_since = CASE WHEN $2::boolean THEN now() END, issues_by = CASE WHEN $2::boolean THEN $3::int END WHERE kind = $1',
      [kind, on, actor.memberId],
    )
    await recordAudit(tx, actor, {
      action: 'connection.issuing',
      subjectType: 'connection',
      subjectId: kind,
      before: { issues: !on },
      after: { issues: on },
    })
  })
}
