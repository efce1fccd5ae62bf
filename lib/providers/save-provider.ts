import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Db, oneRow, stillReferred } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { addressFault } from '#lib/core/public-address.ts'
import { type AppliedChange, requestChange } from '#lib/pending-changes/request-change.ts'
import { badAddress, providerInUse, unknownProvider, unknownProviderService } from './errors.ts'
import { sealKey } from './provider-key.ts'
import type { ProviderChanges, ProviderInput, ServiceRoutes } from './schema.ts'

/**
 * Refuses an address that isn't https and public: requests to it could reach the shop's internal network
 * (docs/contract.md#delivery).
 */
function refuseAddress(apiUrl: string): void {
  if (addressFault(apiUrl, env().ALLOW_PRIVATE_PROVIDERS)) throw badAddress()
}

/**
 * Creates a provider and returns its id.
 * @throws BAD_INPUT an address that isn't https and public
 */
export async function addProvider(tx: Db, input: ProviderInput): Promise<number> {
  refuseAddress(input.apiUrl)
  const { name, apiUrl, key, dialect, enabled, maxInFlight, perMinute, alertBelow } = input
  const { id } = await oneRow<{ id: number }>(
    tx,
    `INSERT INTO providers (name, api_url, encrypted_key, dialect, enabled, max_in_flight, per_minute, alert_below)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [name, apiUrl, sealKey(key), dialect, enabled, maxInFlight, perMinute, alertBelow],
  )
  return id
}

/**
 * Changes a provider. A new address or key, or enabling it, clears its failures and pauses, and polls its balance at once.
 * @throws NOT_FOUND; BAD_INPUT as in `addProvider`
 */
async function changeProvider(tx: Db, providerId: number, changes: ProviderChanges): Promise<void> {
  if (changes.apiUrl) refuseAddress(changes.apiUrl)
  const { name, apiUrl, key, dialect, enabled, maxInFlight, perMinute, alertBelow } = changes
  const fresh = Boolean(apiUrl || key || enabled)
  const changed = await tx.rows(
    `UPDATE providers SET name = coalesce($2, name), api_url = coalesce($3, api_url),
       encrypted_key = coalesce($4, encrypted_key), dialect = coalesce($5, dialect), enabled = coalesce($6, enabled),
       max_in_flight = coalesce($7, max_in_flight), per_minute = coalesce($8, per_minute),
       alert_below = coalesce($9::numeric, alert_below),
       failures = CASE WHEN $10::boolean THEN 0 ELSE failures END,
       paused_until = CASE WHEN $10::boolean THEN NULL ELSE paused_until END,
       no_funds_until = CASE WHEN $10::boolean THEN NULL ELSE no_funds_until END,
       next_balance_at = CASE WHEN $10::boolean THEN now() ELSE next_balance_at END
     WHERE id = $1 RETURNING id`,
    [
      providerId,
      ...[name, apiUrl, key ? sealKey(key) : null, dialect, enabled, maxInFlight, perMinute, alertBelow].map(
        (value) => value ?? null,
      ),
      fresh,
    ],
  )
  if (changed.length === 0) throw unknownProvider()
}

type StaffContext = { actorId: number; address: string }

/**
 * Changes a provider for staff. A new address or key may become a pending change that waits for a period or a second
 * OWNER.
 * @throws NOT_FOUND; BAD_INPUT as in `addProvider`
 */
export async function changeProviderOrWait(tx: Db, providerId: number, changes: ProviderChanges, by: StaffContext) {
  const { apiUrl, key, ...others } = changes
  if (apiUrl) refuseAddress(apiUrl)
  const [held] = await tx.rows<{ name: string; apiUrl: string }>(
    'SELECT name, api_url FROM providers WHERE id = $1 FOR UPDATE',
    [providerId],
  )
  if (!held) throw unknownProvider()
  const moves = Boolean(apiUrl && apiUrl !== held.apiUrl)
  if (!moves && !key) {
    await changeProvider(tx, providerId, others)
    return null
  }
  const access = { ...(moves && { apiUrl }), ...(key && { key }) }
  const effectiveAt = await requestChange(tx, {
    kind: 'PROVIDER',
    subject: String(providerId),
    isEmpty: false,
    before: { apiUrl: held.apiUrl },
    after: access,
    shown: {
      name: held.name,
      before: held.apiUrl,
      after: [moves ? apiUrl : held.apiUrl, key && '새 API 키'].filter(Boolean).join(' · '),
    },
    ...by,
  })
  await changeProvider(tx, providerId, effectiveAt ? others : { ...others, ...access })
  return effectiveAt
}

/**
 * Applies a pending change of address or key. Returns false if the provider has been deleted or has another address by
 * now, or if the new address isn't allowed.
 */
export async function applyProviderAccess(tx: Db, change: AppliedChange): Promise<boolean> {
  const { subject, actorId, address, confirmedBy } = change
  const [before, after] = [change.before as { apiUrl: string }, change.after as { apiUrl?: string; key?: string }]
  const held = await tx.rows('SELECT FROM providers WHERE id = $1 AND api_url = $2 FOR UPDATE', [
    Number(subject),
    before.apiUrl,
  ])
  if (held.length === 0 || (after.apiUrl && addressFault(after.apiUrl, env().ALLOW_PRIVATE_PROVIDERS))) return false
  await changeProvider(tx, Number(subject), after)
  await recordAudit(tx, {
    actorId,
    action: 'provider.change',
    subjectType: 'provider',
    subjectId: subject,
    before,
    after: { ...after, ...(after.key && { key: 'changed' }), ...(confirmedBy && { confirmedBy }) },
    address,
  })
  return true
}

/**
 * Deletes a provider that no service, route or attempt refers to; others can only be disabled.
 * @throws NOT_FOUND; CONFLICT it is still referred to
 */
export async function removeProvider(tx: Db, providerId: number): Promise<void> {
  try {
    const removed = await tx.rows('DELETE FROM providers WHERE id = $1 RETURNING id', [providerId])
    if (removed.length === 0) throw unknownProvider()
  } catch (error) {
    throw stillReferred(error) ? providerInUse() : error
  }
}

/**
 * Replaces the fallback routes of a service.
 * @throws NOT_FOUND the service or a provider doesn't exist
 */
export async function setRoutes(tx: Db, serviceId: number, { routes }: ServiceRoutes): Promise<void> {
  const found = await tx.rows('SELECT FROM services WHERE id = $1 AND withdrawn_at IS NULL FOR UPDATE', [serviceId])
  if (found.length === 0) throw unknownProviderService()
  await tx.rows('DELETE FROM service_routes WHERE service_id = $1', [serviceId])
  try {
    await tx.rows(
      `INSERT INTO service_routes (service_id, position, provider_id, provider_service_id)
       SELECT $1, at, provider_id, provider_service_id
       FROM unnest($2::int[], $3::text[]) WITH ORDINALITY AS r (provider_id, provider_service_id, at)`,
      [serviceId, routes.map((route) => route.providerId), routes.map((route) => route.providerServiceId)],
    )
  } catch (error) {
    throw stillReferred(error) ? unknownProvider() : error
  }
}
