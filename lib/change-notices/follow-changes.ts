import type { Database } from '#lib/core/db.ts'
import { unauthenticated } from '#lib/core/unauthenticated.ts'
import { noEmailAddressForChangeMails } from './errors.ts'

/**
 * Turns a member's e-mails about changed services on or off. Does nothing if they are already on or off as asked. The
 * first e-mail is about changes from today on.
 * @throws CONFLICT they are turned on for an account without an e-mail address; UNAUTHENTICATED the account was deleted
 * concurrently
 */
export function followChanges(db: Database, memberId: number, on: boolean): Promise<void> {
  return db.transaction(async (tx) => {
    if (!on) {
      await tx.rows('DELETE FROM change_followers WHERE member_id = $1', [memberId])
      return
    }
    // Locks the member: a concurrent deletion of the account waits, and then deletes the inserted row too.
    const [member] = await tx.rows<{ email: string | null }>(
      'SELECT email FROM members WHERE id = $1 AND deleted_at IS NULL FOR KEY SHARE',
      [memberId],
    )
    if (!member) throw unauthenticated()
    if (!member.email) throw noEmailAddressForChangeMails()
    await tx.rows(
      `INSERT INTO change_followers (member_id, notified_until) VALUES ($1, (now() AT TIME ZONE 'Asia/Seoul')::date - 1)
       ON CONFLICT (member_id) DO NOTHING`,
      [memberId],
    )
  })
}
