import { encrypt } from '#lib/core/crypto.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { CHANGE_KEY_PURPOSE } from '../../request-change.ts'

const encryptValue = (value: unknown) => encrypt(CHANGE_KEY_PURPOSE, JSON.stringify(value))

let changeCount = 0

/**
 * Creates a change that waits for a second OWNER, requested by the OWNER `askedBy`. The change is of a provider that
 * doesn't exist, so a confirmation makes it OUTDATED and changes nothing else.
 */
export async function makePendingChange(askedBy: number): Promise<number> {
  const shown = { name: '시험 공급사', before: 'https://old.example', after: 'https://new.example' }
  const { id } = await oneRow<{ id: number }>(
    db(),
    `INSERT INTO pending_changes (kind, subject, before, after, shown, needs_consent, asked_by, address, effective_at)
     VALUES ('PROVIDER', $1, $2, $3, $4, true, $5, 'test', now() + interval '72 hours') RETURNING id`,
    [
      `90000${++changeCount}`,
      encryptValue({ apiUrl: 'https://old.example' }),
      encryptValue({}),
      JSON.stringify(shown),
      askedBy,
    ],
  )
  return id
}

/**
 * Makes all staff accounts and their roles two days old. OWNERs then count as second persons, and the shop isn't new:
 * in a new shop changes take effect at once.
 */
export const makeStaffTwoDaysOld = () =>
  db().rows(
    "UPDATE members SET role_since = now() - interval '2 days', created_at = now() - interval '2 days' WHERE role <> 'MEMBER'",
  )

/** Ends the waiting time of a pending change. */
export const makeChangeDue = (id: number) =>
  ownerDatabase().rows(
    "UPDATE pending_changes SET created_at = created_at - interval '73 hours', effective_at = now() - interval '1 second' WHERE id = $1",
    [id],
  )
