import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Database, type Db, isViolationOf } from '#lib/core/db.ts'
import { hashPassword } from '#lib/core/passwords.ts'
import { isLoginId, isPassword, lowerCaseLoginId } from '#lib/members/rules.ts'
import { isWeakPassword } from '#lib/members/weak-password.ts'

/**
 * Result of `createOwner`. 'made': it created the first OWNER. 'exists': the shop already has an OWNER. 'taken': the
 * shop has no OWNER, but the login id belongs to a member with another role, or to a deleted account.
 */
export type CreateOwnerResult = 'made' | 'exists' | 'taken'

type FirstOwner = { id: string; password: string }

async function refuseInvalidOwner({ id, password }: FirstOwner): Promise<void> {
  const loginId = lowerCaseLoginId(id)
  if (!isLoginId(loginId)) throw new Error('OWNER_ID: 4-20 of a-z, 0-9 and _')
  if (!isPassword(password)) throw new Error('OWNER_PASSWORD: 8-20 characters')
  if (await isWeakPassword(password, { loginId, email: null }))
    throw new Error('OWNER_PASSWORD: one of those that anybody would try first')
}

/** Creates the OWNER unless the shop has one. Returns true if the OWNER was created. */
async function insertOwner(db: Database, { id, password }: FirstOwner): Promise<boolean> {
  const hash = await hashPassword(password)
  return db.transaction(async (tx) => {
    await tx.rows("SELECT pg_advisory_xact_lock(hashtext('staff'))")
    const [newOwner] = await tx.rows<{ memberId: number }>(
      `WITH member AS (
         INSERT INTO members (login_id, password_hash, role)
         SELECT $1, $2, 'OWNER' WHERE NOT EXISTS (SELECT FROM members WHERE role = 'OWNER')
         RETURNING id
       )
       INSERT INTO balances (member_id) SELECT id FROM member RETURNING member_id`,
      [lowerCaseLoginId(id), hash],
    )
    if (!newOwner) return false
    const after = { role: 'OWNER' }
    const subject = { subjectType: 'member', subjectId: newOwner.memberId }
    await recordAudit(tx, { kind: 'migration' }, { action: 'staff.role', ...subject, after })
    return true
  })
}

/** True if the shop has an OWNER. */
export const hasOwner = async (db: Db): Promise<boolean> =>
  (await db.rows("SELECT FROM members WHERE role = 'OWNER' LIMIT 1")).length > 0

/**
 * Creates the first OWNER from OWNER_ID and OWNER_PASSWORD when the database is migrated. Does nothing if the shop has
 * an OWNER. A member who already has this login id never gets the role: otherwise anybody could own the shop by
 * registering the id first.
 * @throws Error the shop has no OWNER, and the id or password is invalid
 */
export async function createOwner(db: Database, owner: FirstOwner): Promise<CreateOwnerResult> {
  if (await hasOwner(db)) return 'exists'
  await refuseInvalidOwner(owner)
  try {
    return (await insertOwner(db, owner)) ? 'made' : 'exists'
  } catch (error) {
    if (isViolationOf(error, 'members_login_id_key')) return 'taken'
    throw error
  }
}
