import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { urlFault } from '#lib/core/is-public-address.ts'
import { type AppliedChange, readOwnWaitingChange, requestChange } from '#lib/pending-changes/request-change.ts'
import { badProviderAddress } from './errors.ts'
import { encryptProviderKey } from './provider-key.ts'
import { requireProvider } from './queries/list-providers.ts'
import type { ProviderChanges, ProviderInput } from './schema.ts'

/**
 * Refuses a URL of a provider's API (its address) that isn't https and public, because requests to it could reach the
 * shop's internal network. With ALLOW_PRIVATE_PROVIDERS, http and private addresses are allowed
 * (docs/contract.md#delivery).
 */
function refuseBadAddress(apiUrl: string): void {
  if (urlFault(apiUrl, env().ALLOW_PRIVATE_PROVIDERS)) throw badProviderAddress()
}

const auditSubjectOf = (providerId: number) => ({ subjectType: 'provider', subjectId: providerId })

/**
 * Creates a provider.
 * @throws BAD_INPUT the address isn't allowed (`refuseBadAddress`)
 */
export async function addProvider(db: Database, actor: StaffActor, input: ProviderInput) {
  refuseBadAddress(input.apiUrl)
  const { name, apiUrl, key, dialect, enabled, maxInFlight, perMinute, alertBelow } = input
  return db.transaction(async (tx) => {
    const { id } = await oneRow<{ id: number }>(
      tx,
      `INSERT INTO providers (name, api_url, encrypted_key, dialect, enabled, max_in_flight, per_minute, alert_below)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
      [name, apiUrl, encryptProviderKey(key), dialect, enabled, maxInFlight, perMinute, alertBelow],
    )
    const { key: _, ...after } = input
    await recordAudit(tx, actor, { action: 'provider.create', ...auditSubjectOf(id), after })
    return requireProvider(tx, id)
  })
}

/**
 * Writes changes into a provider's row. A new address or key, or switching the provider on, also clears its failures
 * and pauses, and makes its balance due to be polled. After a new address or key the provider counts as untested, and
 * its balance as unknown.
 */
async function updateProvider(tx: Db, providerId: number, changes: ProviderChanges): Promise<void> {
  const { name, apiUrl, key, dialect, enabled, maxInFlight, perMinute, alertBelow } = changes
  const resetsHealth = Boolean(apiUrl || key || enabled)
  await tx.rows(
    `UPDATE providers SET name = coalesce($2, name), api_url = coalesce($3, api_url),
       encrypted_key = coalesce($4, encrypted_key), dialect = coalesce($5, dialect), enabled = coalesce($6, enabled),
       max_in_flight = coalesce($7, max_in_flight), per_minute = coalesce($8, per_minute),
       alert_below = coalesce($9::numeric, alert_below),
       failures = CASE WHEN $10::boolean THEN 0 ELSE failures END,
       paused_until = CASE WHEN $10::boolean THEN NULL ELSE paused_until END,
       no_funds_until = CASE WHEN $10::boolean THEN NULL ELSE no_funds_until END,
       next_balance_at = CASE WHEN $10::boolean THEN now() ELSE next_balance_at END,
       tested_at = CASE WHEN $11::boolean THEN NULL ELSE tested_at END,
       balance = CASE WHEN $11::boolean THEN NULL ELSE balance END
     WHERE id = $1`,
    [
      providerId,
      ...[name, apiUrl, key ? encryptProviderKey(key) : null, dialect, enabled, maxInFlight, perMinute, alertBelow].map(
        (value) => value ?? null,
      ),
      resetsHealth,
      Boolean(apiUrl || key),
    ],
  )
}

/** The changed address and key as the audit trail stores them: without the key itself. */
const auditedAccess = ({ apiUrl, key }: ProviderChanges) => ({
  ...(apiUrl && { apiUrl }),
  ...(key && { key: 'changed' }),
})

/** A provider's new address, new key, or both. */
type NewAccess = { apiUrl?: string; key?: string }

/**
 * Merges a change of a provider's address or key (`access`) with this OWNER's earlier change that still waits; where
 * they differ, the new change wins. Returns the merged change, which replaces the earlier one. Otherwise the new key
 * would be sent to the old address, or the old key to the new address.
 */
async function withWaitingAccess(
  tx: Db,
  actor: StaffActor,
  provider: { id: number; apiUrl: string },
  access: ProviderChanges,
): Promise<NewAccess> {
  const waiting = await readOwnWaitingChange(tx, actor, { kind: 'PROVIDER', subject: String(provider.id) })
  const [before, after] = [waiting?.before as { apiUrl: string } | undefined, waiting?.after as NewAccess | undefined]
  const isCurrent = before?.apiUrl === provider.apiUrl
  const apiUrl = access.apiUrl ?? (isCurrent ? after?.apiUrl : undefined)
  const key = access.key ?? (isCurrent ? after?.key : undefined)
  return { ...(apiUrl && { apiUrl }), ...(key && { key }) }
}

/**
 * Asks for a change of the URL of a provider's API (its address), or of its key. If the change has to wait for a second
 * OWNER or for a day, stores it as a pending change and returns when it takes effect. Returns null if the caller may
 * make it at once, or if there is no change.
 */
async function requestAccessChange(
  tx: Db,
  actor: StaffActor,
  provider: { id: number; name: string; apiUrl: string },
  access: ProviderChanges,
): Promise<Date | null> {
  if (!access.apiUrl && !access.key) return null
  const after = await withWaitingAccess(tx, actor, provider, access)
  const { apiUrl, key } = after
  return requestChange(tx, actor, {
    kind: 'PROVIDER',
    subject: String(provider.id),
    isEmpty: false,
    before: { apiUrl: provider.apiUrl },
    after,
    shown: {
      name: provider.name,
      before: provider.apiUrl,
      after: [apiUrl ?? provider.apiUrl, key && '새 API 키'].filter(Boolean).join(' · '),
    },
  })
}

/**
 * Changes a provider. A new address or key may have to wait for a day or for a second OWNER.
 * @throws NOT_FOUND; BAD_INPUT as in `addProvider`
 */
export async function changeProvider(
  db: Database,
  actor: StaffActor,
  { providerId, changes }: { providerId: number; changes: ProviderChanges },
) {
  const { apiUrl, key, ...others } = changes
  if (apiUrl) refuseBadAddress(apiUrl)
  return db.transaction(async (tx) => {
    await tx.rows('SELECT FROM providers WHERE id = $1 FOR UPDATE', [providerId])
    const before = await requireProvider(tx, providerId)
    const access = { ...(apiUrl && apiUrl !== before.apiUrl && { apiUrl }), ...(key && { key }) }
    const effectiveAt = await requestAccessChange(tx, actor, before, access)
    await updateProvider(tx, providerId, effectiveAt ? others : { ...others, ...access })
    const after = { ...others, ...(effectiveAt ? { effectiveAt } : auditedAccess(changes)) }
    await recordAudit(tx, actor, { action: 'provider.change', ...auditSubjectOf(providerId), before, after })
    return requireProvider(tx, providerId)
  })
}

/**
 * Applies a pending change of a provider's address or key. Returns false, and changes nothing, if the provider was
 * deleted, if its address has changed meanwhile, or if the new address isn't allowed.
 */
export async function applyProviderAccessChange(tx: Db, actor: StaffActor, change: AppliedChange): Promise<boolean> {
  const { apiUrl } = change.before as { apiUrl: string }
  const access = change.after as { apiUrl?: string; key?: string }
  const providerId = Number(change.subject)
  const locked = await tx.rows('SELECT FROM providers WHERE id = $1 AND api_url = $2 FOR UPDATE', [providerId, apiUrl])
  if (locked.length === 0 || (access.apiUrl && urlFault(access.apiUrl, env().ALLOW_PRIVATE_PROVIDERS))) return false
  const before = await requireProvider(tx, providerId)
  await updateProvider(tx, providerId, access)
  const after = { ...auditedAccess(access), ...(change.confirmedBy && { confirmedBy: change.confirmedBy }) }
  await recordAudit(tx, actor, { action: 'provider.change', ...auditSubjectOf(providerId), before, after })
  return true
}
