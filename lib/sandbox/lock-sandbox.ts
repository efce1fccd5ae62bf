import { type Db, oneRow } from '#lib/core/db.ts'
import type { SandboxOwner } from './sandbox-owner.ts'

const lockStatement = (owner: 'member_id' | 'visitor'): string => `
  INSERT INTO sandboxes (member_id, visitor, asked, used_at) VALUES ($1, $2, 1, $3)
  ON CONFLICT (${owner}) DO UPDATE SET asked = sandboxes.asked + 1, used_at = excluded.used_at
  RETURNING id, asked`

const lockMember = lockStatement('member_id')
const lockVisitor = lockStatement('visitor')

/**
 * Locks the owner's sandbox, which is created if there is none, so that what is placed, cancelled and reset in it
 * happens one after the other. `asked` counts these calls for this sandbox.
 */
export const lockSandbox = (tx: Db, { memberId, visitor }: SandboxOwner, now: Date) =>
  oneRow<{ id: number; asked: number }>(tx, memberId === null ? lockVisitor : lockMember, [memberId, visitor, now])
