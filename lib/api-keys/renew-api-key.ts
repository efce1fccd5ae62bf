import { limitAccountChanges } from '#lib/audit/limit-account-changes.ts'
import { recordAccountEvent } from '#lib/audit/record-account-event.ts'
import type { Caller } from '#lib/core/call.ts'
import type { Database } from '#lib/core/db.ts'
import { tooManyApiKeys } from './errors.ts'
import { issueApiKey } from './issue-api-key.ts'
import { lockMemberOfSession } from './lock-member-of-session.ts'
import { MAX_API_KEYS } from './rules.ts'

/**
 * Issues a new first API key to a signed-in member, and returns the key. An existing first key is replaced.
 * @throws UNAUTHENTICATED the session ended concurrently; CONFLICT he would have more than MAX_API_KEYS keys;
 * TOO_MANY_REQUESTS (`limitAccountChanges`)
 */
export function renewApiKey(db: Database, caller: Caller, address: string): Promise<string> {
  const { memberId } = caller
  return db.transaction(async (tx) => {
    await lockMemberOfSession(tx, caller)
    await limitAccountChanges(tx, memberId)
    const existing = await tx.rows<{ isFirst: boolean }>(
      'SELECT is_first FROM api_keys WHERE member_id = $1 AND NOT is_test',
      [memberId],
    )
    const isRenewal = existing.some(({ isFirst }) => isFirst)
    if (!isRenewal && existing.length >= MAX_API_KEYS) throw tooManyApiKeys()
    const key = await issueApiKey(tx, memberId)
    const kind = isRenewal ? 'API_KEY_RENEWED' : 'API_KEY_ISSUED'
    await recordAccountEvent(tx, { memberId, kind, address })
    return key
  })
}
