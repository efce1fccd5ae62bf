import { recordAccountEvent } from '#lib/audit/record-account-event.ts'
import type { Caller } from '#lib/core/call.ts'
import type { Database } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { issueApiKey } from './issue-api-key.ts'

/**
 * Issues a new API key to a signed-in member, in place of the previous one if there is one. Locks the member's row
 * before checking the session. A password change ends sessions and revokes keys under the same lock, so a session that
 * it ended can't issue a key after it.
 * @throws UNAUTHENTICATED the session ended concurrently
 */
export function renewApiKey(db: Database, { memberId, sessionId }: Caller, address: string): Promise<string> {
  return db.transaction(async (tx) => {
    const [{ hasKey } = { hasKey: false }] = await tx.rows<{ hasKey: boolean }>(
      `SELECT EXISTS (SELECT FROM api_keys WHERE member_id = $1) AS has_key FROM members WHERE id = $1 FOR NO KEY UPDATE`,
      [memberId],
    )
    const live = await tx.rows('SELECT FROM sessions WHERE id = $1 AND member_id = $2 AND revoked_at IS NULL', [
      sessionId,
      memberId,
    ])
    if (live.length === 0) throw new AppError('UNAUTHENTICATED', messages.unauthenticated)
    const key = await issueApiKey(tx, memberId)
    await recordAccountEvent(tx, { memberId, kind: hasKey ? 'API_KEY_RENEWED' : 'API_KEY_ISSUED', address })
    return key
  })
}
