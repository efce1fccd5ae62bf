import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { refuseWhilePaymentsUnderWay } from '#lib/card-payments/refuse-while-payments-under-way.ts'
import { decryptSecrets, encryptSecrets } from '#lib/connections/connection-key.ts'
import { badBaseUrl, connectionNotAvailableYet, notConnected, otherBaseUrlRefused } from '#lib/connections/errors.ts'
import {
  type ConnectionKind,
  connectionDeclarations,
  connectionFields,
  connectionStateLabels,
  notYetText,
} from '#lib/connections/labels.ts'
import { connectionForStaff } from '#lib/connections/queries.ts'
import { type ConnectionValues, connectionFault, secretHintOf, toStoredValues } from '#lib/connections/rules.ts'
import type { ConnectionInput, ConnectionRow } from '#lib/connections/schema.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { badField } from '#lib/core/errors.ts'
import { urlFault } from '#lib/core/is-public-address.ts'
import { type AppliedChange, readOwnWaitingChange, requestChange } from '#lib/pending-changes/request-change.ts'
import { dropTasks } from '#lib/tasks/file-task.ts'

/**
 * What the shop needs to connect to an outside service: settings and secrets of its account, and the address
 * (`baseUrl`), which is null for the service's own address.
 */
type Access = { settings: ConnectionValues; secrets: ConnectionValues; baseUrl: string | null }

type StoredAccess = Access & { id: number; verifiedAt: Date | null; isReal: boolean }

const auditSubjectOf = (kind: ConnectionKind) => ({ subjectType: 'connection', subjectId: kind })

async function lockStored(tx: Db, kind: ConnectionKind): Promise<StoredAccess | null> {
  // Serializes concurrent saves even if the connection doesn't exist yet and there is no row to lock.
  await tx.rows("SELECT pg_advisory_xact_lock(hashtext('connection'), hashtext($1))", [kind])
  const [row] = await tx.rows<Omit<StoredAccess, 'secrets'> & { secrets: Buffer }>(
    'SELECT id, settings, secrets, base_url, verified_at, is_real FROM connections WHERE kind = $1 FOR UPDATE',
    [kind],
  )
  return row ? { ...row, secrets: decryptSecrets(row.secrets) ?? {} } : null
}

/**
 * The address that a connection uses instead of the outside service's own; null if it uses the service's own.
 * @throws BAD_INPUT another address isn't allowed here (only tests and the demo use one), or it isn't a URL that
 * requests can be sent to
 */
function otherAddress(baseUrl: string | null | undefined): string | null {
  if (!baseUrl) return null
  if (!env().ALLOW_PRIVATE_PROVIDERS) throw otherBaseUrlRefused()
  if (urlFault(baseUrl, true)) throw badBaseUrl()
  return baseUrl.replace(/\/+$/, '')
}

const isRealAccess = ({ settings, baseUrl }: Access): boolean => baseUrl === null && settings.environment !== 'TEST'

const selectValues = (kind: ConnectionKind, values: ConnectionValues, secret: boolean): Record<string, string> =>
  Object.fromEntries(
    connectionFields(kind).flatMap((field) => {
      const value = values[field.name]
      return field.secret === secret && value !== undefined ? [[field.name, value]] : []
    }),
  )

const hintsOf = (secrets: ConnectionValues): Record<string, string> =>
  Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, secretHintOf(secret)]))

// $7 is true if the connection is new, or its address or one of its settings has changed (`isOtherAccount`). Then the
// connection is unverified, may only suggest matches, counts its correct suggestions from zero, and issues no receipts.
const upsertSql = `
  INSERT INTO connections AS c (kind, settings, secrets, hints, base_url, is_real) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (kind) DO UPDATE SET settings = excluded.settings, secrets = excluded.secrets, hints = excluded.hints,
    base_url = excluded.base_url, is_real = excluded.is_real, error = NULL, failures = 0, failing_since = NULL,
    checked_at = NULL, verified_at = CASE WHEN $7::boolean THEN NULL ELSE c.verified_at END,
    credits_since = CASE WHEN $7::boolean THEN NULL ELSE c.credits_since END,
    credits_by = CASE WHEN $7::boolean THEN NULL ELSE c.credits_by END,
    issues_since = CASE WHEN $7::boolean THEN NULL ELSE c.issues_since END,
    issues_by = CASE WHEN $7::boolean THEN NULL ELSE c.issues_by END,
    connected_at = CASE WHEN $7::boolean THEN now() ELSE c.connected_at END
  RETURNING id`

const sortedValues = (values: ConnectionValues): ConnectionValues =>
  Object.fromEntries(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Compares values with their keys sorted, because JSONB doesn't preserve the sequence of keys. */
const areSameValues = (a: ConnectionValues, b: ConnectionValues): boolean =>
  JSON.stringify(sortedValues(a)) === JSON.stringify(sortedValues(b))

const isOtherAccount = (stored: Access, access: Access): boolean =>
  stored.baseUrl !== access.baseUrl || !areSameValues(stored.settings, access.settings)

async function storeAccess(tx: Db, kind: ConnectionKind, access: Access, stored: StoredAccess | null): Promise<void> {
  const { settings, secrets, baseUrl } = access
  const rows = await tx.rows<{ id: number }>(upsertSql, [
    kind,
    JSON.stringify(settings),
    encryptSecrets(secrets),
    JSON.stringify(hintsOf(secrets)),
    baseUrl,
    isRealAccess(access),
    stored === null || isOtherAccount(stored, access),
  ])
  for (const { id } of rows) await dropTasks(tx, { kinds: ['CONNECTION_DOWN'], refType: 'connection', refId: id })
}

/**
 * The values of a connection once this input is saved. A secret that the input leaves out keeps its stored value.
 * @throws BAD_INPUT a value is missing or invalid; all errors of `otherAddress`
 */
function accessOf(kind: ConnectionKind, { values, baseUrl }: ConnectionInput, stored: StoredAccess | null): Access {
  const plain = toStoredValues(kind, values)
  const fault = connectionFault(kind, plain, Object.keys(stored?.secrets ?? {}))
  if (fault) throw badField(`values.${fault.path}`, fault.message)
  return {
    settings: selectValues(kind, plain, false),
    secrets: { ...stored?.secrets, ...selectValues(kind, plain, true) },
    baseUrl: otherAddress(baseUrl),
  }
}

const accessText = ({ settings, baseUrl }: Access): string =>
  [...Object.values(settings), baseUrl].filter(Boolean).join(' · ') || '키'

// Selects whether the last connection of this kind that was removed had been verified; no row if none was removed.
const lastRemovedSql = `
  SELECT before ->> 'verifiedAt' IS NOT NULL AS was_verified FROM audit_entries
  WHERE subject_type = 'connection' AND subject_id = $1 AND action = 'connection.remove' ORDER BY id DESC LIMIT 1`

/**
 * True if new values for this connection replace nothing that needs protection: the real outside service has never
 * accepted the stored values. If there is no connection, the values of the last removed one count: otherwise an OWNER
 * could remove a verified connection and at once make one with values of his own.
 */
async function replacesNothing(tx: Db, kind: ConnectionKind, stored: StoredAccess | null): Promise<boolean> {
  if (stored) return stored.verifiedAt === null
  const [removed] = await tx.rows<{ wasVerified: boolean }>(lastRemovedSql, [kind])
  return !removed?.wasVerified
}

const haveSecretsChanged = (stored: StoredAccess, { secrets }: Access): boolean =>
  !areSameValues(stored.secrets, secrets)

/**
 * Merges two changes of the stored values: `own`, and the earlier change `waiting`. A value that `own` leaves as stored
 * is taken from `waiting`.
 */
const withWaitingValues = (own: ConnectionValues, stored: ConnectionValues, waiting: ConnectionValues) =>
  Object.fromEntries(
    Object.keys({ ...own, ...waiting }).flatMap((name) => {
      const value = own[name] === stored[name] ? waiting[name] : own[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/**
 * Merges this save with an earlier change by the same OWNER that still waits. The save replaces the earlier change,
 * whose values would be lost without the merge: the form shows the stored values, and leaves secrets empty.
 */
async function withWaitingAccess(
  tx: Db,
  actor: StaffActor,
  { kind, stored, access }: { kind: ConnectionKind; stored: StoredAccess; access: Access },
): Promise<Access> {
  const waiting = await readOwnWaitingChange(tx, actor, { kind: 'CONNECTION', subject: kind })
  if (!waiting?.before) return access
  const [before, after] = [waiting.before as Access, waiting.after as Access]
  if (isOtherAccount(stored, before) || haveSecretsChanged(stored, before)) return access
  return {
    settings: withWaitingValues(access.settings, stored.settings, after.settings),
    secrets: withWaitingValues(access.secrets, stored.secrets, after.secrets),
    baseUrl: access.baseUrl === stored.baseUrl ? after.baseUrl : access.baseUrl,
  }
}

/** True if the stored connection is as it was when a change was requested; `before` is null if there was none. */
const isStillBefore = (stored: StoredAccess | null, before: Access | null): boolean =>
  stored && before
    ? !isOtherAccount(stored, before) && !haveSecretsChanged(stored, before)
    : stored === null && before === null

/** The values as the audit trail stores them: without any secret. `key` only says that a secret was changed. */
const auditedAccess = (kind: ConnectionKind, { settings, baseUrl }: Access, isKeyChanged = false) => ({
  values: connectionFields(kind).flatMap(({ name, label }) => (settings[name] ? [`${label}: ${settings[name]}`] : [])),
  baseUrl,
  ...(isKeyChanged && { key: 'changed' }),
})

/**
 * Connects the shop to a service, or changes the values of a connection. If the real service has accepted the stored
 * values before, or those of a connection that was removed, the new values may have to wait for a second OWNER or for a
 * period (docs/contract.md#pending-changes).
 * @throws BAD_INPUT a value is missing or invalid, or another address isn't allowed here; CONFLICT the shop can't use
 * the outside service yet
 */
export async function saveConnection(
  db: Database,
  actor: StaffActor,
  { kind, input }: { kind: ConnectionKind; input: ConnectionInput },
): Promise<ConnectionRow> {
  return db.transaction(async (tx) => {
    const stored = await lockStored(tx, kind)
    if (!stored && notYetText(kind)) throw connectionNotAvailableYet(kind)
    const access = accessOf(kind, input, stored)
    const isKeyChanged = stored === null || haveSecretsChanged(stored, access)
    if (stored && !isKeyChanged && !isOtherAccount(stored, access)) return connectionForStaff(tx, kind)
    const wanted = stored ? await withWaitingAccess(tx, actor, { kind, stored, access }) : access
    const isNewKey = stored === null || haveSecretsChanged(stored, wanted)
    const effectiveAt = await requestChange(tx, actor, {
      kind: 'CONNECTION',
      subject: kind,
      isEmpty: await replacesNothing(tx, kind, stored),
      before: stored && { settings: stored.settings, secrets: stored.secrets, baseUrl: stored.baseUrl },
      after: wanted,
      shown: {
        name: connectionDeclarations[kind].label,
        before: stored ? accessText(stored) : connectionStateLabels.NONE,
        after: [accessText(wanted), isNewKey && '새 키'].filter(Boolean).join(' · '),
      },
    })
    if (!effectiveAt) await storeAccess(tx, kind, access, stored)
    await recordAudit(tx, actor, {
      action: 'connection.save',
      ...auditSubjectOf(kind),
      before: stored && auditedAccess(kind, stored),
      after: effectiveAt ? { effectiveAt } : auditedAccess(kind, access, isKeyChanged),
    })
    return connectionForStaff(tx, kind)
  })
}

/**
 * Applies a pending change of a connection. Returns false if the connection was made, removed or changed meanwhile, or
 * if the new address isn't allowed any more.
 */
export async function applyConnection(tx: Db, actor: StaffActor, change: AppliedChange): Promise<boolean> {
  const kind = change.subject as ConnectionKind
  const [before, access] = [change.before as Access | null, change.after as Access]
  const stored = await lockStored(tx, kind)
  if (!isStillBefore(stored, before)) return false
  if (access.baseUrl && !env().ALLOW_PRIVATE_PROVIDERS) return false
  await storeAccess(tx, kind, access, stored)
  const after = {
    ...auditedAccess(kind, access, stored === null || haveSecretsChanged(stored, access)),
    ...(change.confirmedBy && { confirmedBy: change.confirmedBy }),
  }
  await recordAudit(tx, actor, {
    action: 'connection.save',
    ...auditSubjectOf(kind),
    before: stored && auditedAccess(kind, stored),
    after,
  })
  return true
}

/**
 * Removes a connection with its secrets. The deposits and other reports of the outside service are not deleted.
 * @throws CONFLICT the shop isn't connected, or PortOne is to be removed while payments or cancellations are under way
 */
export async function removeConnection(
  db: Database,
  actor: StaffActor,
  { kind }: { kind: ConnectionKind },
): Promise<ConnectionRow> {
  return db.transaction(async (tx) => {
    const stored = await lockStored(tx, kind)
    if (!stored) throw notConnected(kind)
    if (kind === 'portone') await refuseWhilePaymentsUnderWay(tx)
    await tx.rows('DELETE FROM connections WHERE kind = $1', [kind])
    await dropTasks(tx, { kinds: ['CONNECTION_DOWN'], refType: 'connection', refId: stored.id, by: actor.memberId })
    await recordAudit(tx, actor, {
      action: 'connection.remove',
      ...auditSubjectOf(kind),
      // `replacesNothing` reads `verifiedAt`.
      before: { ...auditedAccess(kind, stored), ...(stored.verifiedAt && { verifiedAt: stored.verifiedAt }) },
    })
    return connectionForStaff(tx, kind)
  })
}
