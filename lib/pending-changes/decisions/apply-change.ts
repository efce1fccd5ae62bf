import { readStaffActor, type StaffActor } from '#lib/audit/actor.ts'
import { applyConnection } from '#lib/connections/saving/save-connection.ts'
import { decrypt } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { restrictedMember } from '#lib/members/restriction/rules.ts'
import { applyProviderAccess } from '#lib/providers/save-provider.ts'
import { applySetting } from '#lib/settings/saving/save-settings.ts'
import { applyRoleChange } from '#lib/staff/change-role.ts'
import type { PendingChangeKind } from '../labels.ts'
import { type AppliedChange, CHANGE_PURPOSE } from '../request-change.ts'

export type StoredChange = {
  id: number
  kind: PendingChangeKind
  /** What changes, as in `RequestedChange`. */
  subject: string
  /** Encrypted value before the change. */
  before: Buffer
  /** Encrypted value after the change. */
  after: Buffer
  /** True if a second OWNER may let it take effect before its waiting time has passed. */
  needsConsent: boolean
  /** Member id of the OWNER who requested it. */
  askedBy: number
  /** IP address that it was requested from. */
  address: string
}

/**
 * Makes one kind of change in the name of the OWNER who requested it. Returns false, and changes nothing, if the value
 * that it should replace is no longer current, or the new value isn't allowed any more.
 */
type ApplyChange = (tx: Db, actor: StaffActor, change: AppliedChange) => Promise<boolean>

const applyByKind: Record<PendingChangeKind, ApplyChange> = {
  SETTING: applySetting,
  ROLE: applyRoleChange,
  PROVIDER: applyProviderAccess,
  CONNECTION: applyConnection,
}

const decryptValue = (sealed: Buffer): unknown => JSON.parse(decrypt(CHANGE_PURPOSE, sealed))

/**
 * Applies a pending change. Returns false if its requester isn't an OWNER any more or is suspended or banned, or if it
 * can't be made any more (`ApplyChange`).
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
