import { type Db, oneRow } from '#lib/core/db.ts'
import type { SandboxOwner } from './sandbox-owner.ts'

const lockStatement = (owner: 'member_id' | 'visitor'): string => `
  INSERT INTO sandboxes (member_id, visitor, asked, used_at) VALUES ($1, $2, 1, $3)
  ON CONFLICT (${owner}) DO UPDATE SET asked = sandboxes.asked + 1, used_at = excluded.used_at
  RETURNING id, asked AS call_count`

const memberLockStatement = lockStatement('member_id')
const visitorLockStatement = lockStatement('visitor')

/**
 * Locks the owner's sandbox, or creates it, so that calls that place orders in it or reset it run one after another.
 * `callCount`: the number of these calls so far, including this one.
 */
export const lockSandbox = (tx: Db, { memberId, visitor }: SandboxOwner, now: Date) =>
  oneRow<{ id: number; callCount: number }>(tx, memberId === null ? visitorLockStatement : memberLockStatement, [
    memberId,
    visitor,
    now,
  ])
