import { limitAccountChanges } from '#lib/audit/limit-account-changes.ts'
import { recordAccountEvent } from '#lib/audit/record-account-event.ts'
import type { Caller } from '#lib/core/call.ts'
import type { Database } from '#lib/core/db.ts'
import { setDailyCap } from './daily-cap.ts'
import { unknownApiKey } from './errors.ts'
import { refuseBadIpAddresses } from './ip-ranges.ts'
import { lockMemberOfSession } from './lock-member-of-session.ts'
import { listApiKeys } from './queries.ts'
import type { ApiKeyChange, ApiKeyRow } from './schema.ts'

const changeableFields = ['name', 'scopes', 'addresses', 'dailyCap', 'frozen'] as const

/** Names of the settings of a key that a change has altered. */
const changedFields = (before: ApiKeyRow | undefined, after: ApiKeyRow | undefined): string[] =>
  changeableFields.filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]))

/** Id of a key, and the IP address of the request to change or delete it. */
type KeyRequest = { id: number; address: string }

/**
 * Changes the settings of a member's API key, and returns the changed key. The new settings apply from the next call
 * with the key. The name of the first key can't be changed.
 * @throws BAD_INPUT an address is neither an IP address nor a range; UNAUTHENTICATED the session ended concurrently;
 * NOT_FOUND the member has no such key; TOO_MANY_REQUESTS (`limitAccountChanges`)
 */
export function changeApiKey(
  db: Database,
  caller: Caller,
  { id, address, name, scopes, addresses, dailyCap, frozen }: KeyRequest & ApiKeyChange,
): Promise<ApiKeyRow> {
  refuseBadIpAddresses(addresses ?? [])
  const { memberId } = caller
  return db.transaction(async (tx) => {
    await lockMemberOfSession(tx, caller)
    const [before] = await listApiKeys(tx, memberId, id)
    // Freezing a key is never limited. Freezing a frozen key again counts as a change like any other.
    if (!frozen || before?.frozen) await limitAccountChanges(tx, memberId)
    const changed = await tx.rows(
      `UPDATE api_keys SET name = CASE WHEN is_first THEN name ELSE coalesce($3, name) END, scopes = coalesce($4, scopes),
         addresses = coalesce($5, addresses),
         frozen_at = CASE WHEN $6::boolean THEN coalesce(frozen_at, now()) WHEN NOT $6 THEN NULL ELSE frozen_at END
       WHERE id = $1 AND member_id = $2 RETURNING id`,
      [
        id,
        memberId,
        name ?? null,
        scopes && [...new Set(scopes)],
        addresses && [...new Set(addresses)],
        frozen ?? null,
      ],
    )
    if (changed.length === 0) throw unknownApiKey()
    if (dailyCap != null) await setDailyCap(tx, id, dailyCap)
    const [row] = await listApiKeys(tx, memberId, id)
    const details = { keyId: id, fields: changedFields(before, row) }
    await recordAccountEvent(tx, { memberId, kind: 'API_KEY_CHANGED', address, details })
    return row as ApiKeyRow
  })
}

/**
 * Deletes a member's API key, which stops working at once.
 * @throws UNAUTHENTICATED the session ended concurrently; NOT_FOUND the member has no such key
 */
export function deleteApiKey(db: Database, caller: Caller, { id, address }: KeyRequest): Promise<void> {
  const { memberId } = caller
  return db.transaction(async (tx) => {
    await lockMemberOfSession(tx, caller)
    const keys = await tx.rows('DELETE FROM api_keys WHERE id = $1 AND member_id = $2 RETURNING id', [id, memberId])
    if (keys.length === 0) throw unknownApiKey()
    await recordAccountEvent(tx, { memberId, kind: 'API_KEY_REVOKED', address, details: { keyId: id } })
  })
}
