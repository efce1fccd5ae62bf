import { encrypt } from '#lib/core/crypto.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { CHANGE_PURPOSE } from '../../request-change.ts'

const sealed = (value: unknown) => encrypt(CHANGE_PURPOSE, JSON.stringify(value))

let made = 0

/** A change of a provider that isn't there, waiting for consent, asked for by this OWNER: whoever confirms finds it outdated. */
export async function makePendingChange(askedBy: number): Promise<number> {
  const shown = { name: '시험 공급사', before: 'https://old.example', after: 'https://new.example' }
  const { id } = await oneRow<{ id: number }>(
    db(),
    `INSERT INTO pending_changes (kind, subject, before, after, shown, needs_consent, asked_by, address, effective_at)
     VALUES ('PROVIDER', $1, $2, $3, $4, true, $5, 'test', now() + interval '72 hours') RETURNING id`,
    [`90000${++made}`, sealed({ apiUrl: 'https://old.example' }), sealed({}), JSON.stringify(shown), askedBy],
  )
  return id
}

/** Staff have had their roles for two days, and the shop is as old. */
export const ageStaff = () =>
  db().rows(
    "UPDATE members SET role_since = now() - interval '2 days', created_at = now() - interval '2 days' WHERE role <> 'MEMBER'",
  )

/** Makes the time of a change come. */
export const letTakeEffect = (id: number) =>
  ownerDatabase().rows(
    "UPDATE pending_changes SET created_at = created_at - interval '73 hours', effective_at = now() - interval '1 second' WHERE id = $1",
    [id],
  )
