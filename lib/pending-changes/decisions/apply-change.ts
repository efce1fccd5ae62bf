import { readStaffActor, type StaffActor } from '#lib/audit/actor.ts'
import { applyConnection } from '#lib/connections/saving/save-connection.ts'
import type { Db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { restrictedMember } from '#lib/members/restriction/rules.ts'
import { applyProviderAccessChange } from '#lib/providers/save-provider.ts'
import { applySettingChange } from '#lib/settings/saving/save-settings.ts'
import { applyRoleChange } from '#lib/staff/change-role.ts'
import type { PendingChangeKind } from '../labels.ts'
import { type AppliedChange, decryptChangeValue } from '../request-change.ts'

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
  SETTING: applySettingChange,
  ROLE: applyRoleChange,
  PROVIDER: applyProviderAccessChange,
  CONNECTION: applyConnection,
}

/** Decrypts the values of a change; null if neither AUTH_SECRET nor one of its fallbacks decrypts them. */
function openValues({ id, before, after }: StoredChange): Pick<AppliedChange, 'before' | 'after'> | null {
  try {
    return { before: decryptChangeValue(before), after: decryptChangeValue(after) }
  } catch (error) {
    log.error('the values of a change could not be opened: was AUTH_SECRET changed?', { error, id })
    return null
  }
}

/**
 * What became of an attempt to apply a change. OUTDATED: the requester is no longer an OWNER or is suspended or banned,
 * or the change can't be made any more (`ApplyChange`). UNREADABLE: the change's values can't be decrypted.
 */
type ChangeOutcome = 'APPLIED' | 'OUTDATED' | 'UNREADABLE'

/** Applies a pending change if that is still possible, and returns what became of it. */
export async function applyChange(tx: Db, change: StoredChange, confirmedBy: number | null): Promise<ChangeOutcome> {
  const { kind, subject, askedBy, address } = change
  const asker = await tx.rows(
    `SELECT FROM members WHERE id = $1 AND role = 'OWNER' AND deleted_at IS NULL AND ${restrictedMember.sql()} IS NOT TRUE`,
    [askedBy],
  )
  if (asker.length === 0) return 'OUTDATED'
  const values = openValues(change)
  if (!values) return 'UNREADABLE'
  const actor = await readStaffActor(tx, askedBy, address)
  return (await applyByKind[kind](tx, actor, { subject, ...values, confirmedBy })) ? 'APPLIED' : 'OUTDATED'
}
