import { readStaffActor, type StaffActor } from '#lib/audit/actor.ts'
import { applyConnection } from '#lib/connections/saving/save-connection.ts'
import type { Db } from '#lib/core/db.ts'
import { restrictedMember } from '#lib/members/restriction/rules.ts'
import { applyProviderAccess } from '#lib/providers/save-provider.ts'
import { applySetting } from '#lib/settings/saving/save-settings.ts'
import { applyRoleChange } from '#lib/staff/change-role.ts'
import type { PendingChangeKind } from '../labels.ts'
import { type AppliedChange, decryptValue } from '../request-change.ts'

export type StoredChange = {
  id: number
  kind: PendingChangeKind
  /** Identifies what changes, as `subject` of `RequestedChange`. */
  subject: string
  /** Encrypted value before the change. */
  before: Buffer
  /** Encrypted value after the change. */
  after: Buffer
  /** True if a second OWNER may apply the change before its waiting time has passed. */
  needsConsent: boolean
  /** Member id of the OWNER who requested the change. */
  askedBy: number
  /** IP address of the request. */
  address: string
}

/**
 * Makes a change of one kind in the name of the OWNER who requested it. Returns false, and changes nothing, if the
 * current value is no longer `before`, or `after` isn't allowed any more.
 */
type ApplyChange = (tx: Db, actor: StaffActor, change: AppliedChange) => Promise<boolean>

const applyByKind: Record<PendingChangeKind, ApplyChange> = {
  SETTING: applySetting,
  ROLE: applyRoleChange,
  PROVIDER: applyProviderAccess,
  CONNECTION: applyConnection,
}

/**
 * Applies a pending change. Returns false if the requester is no longer an OWNER or is suspended or banned, or if the
 * change can't be made any more (`ApplyChange`).
 */
export async function applyChange(tx: Db, change: StoredChange, confirmedBy: number | null): Promise<boolean> {
  const { kind, subject, before, after, askedBy, address } = change
  const asker = await tx.rows(
    `SELECT FROM members WHERE id = $1 AND role = 'OWNER' AND deleted_at IS NULL AND ${restrictedMember.sql()} IS NOT TRUE`,
    [askedBy],
  )
  if (asker.length === 0) return false
  const values = { before: decryptValue(before), after: decryptValue(after) }
  return applyByKind[kind](tx, await readStaffActor(tx, askedBy, address), { subject, ...values, confirmedBy })
}
