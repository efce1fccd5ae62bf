import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import {
  changeAlreadyDecided,
  noSecondOwnerNeeded,
  notSecondOwner,
  unknownChange,
  unreadableChange,
} from '../errors.ts'
import type { PendingChangeState } from '../labels.ts'
import { isSecondOwnerSql } from '../queries.ts'
import { dropChangeTask } from '../request-change.ts'
import type { DecidedChange } from '../schema.ts'
import { applyChange, type StoredChange } from './apply-change.ts'

type ChangeWithState = StoredChange & { state: PendingChangeState }

const changeColumns = 'id, kind, subject, before, after, needs_consent, asked_by, address, state'

async function lockChange(tx: Db, id: number): Promise<ChangeWithState> {
  const [change] = await tx.rows<ChangeWithState>(
    `SELECT ${changeColumns} FROM pending_changes WHERE id = $1 FOR UPDATE`,
    [id],
  )
  if (!change) throw unknownChange()
  if (change.state !== 'WAITING') throw changeAlreadyDecided()
  return change
}

/**
 * Stores how a change ended, and closes its task. `by` is the member id of the OWNER who decided; null if the waiting
 * time has passed.
 */
async function closeChange(
  tx: Db,
  { id }: ChangeWithState,
  state: PendingChangeState,
  by: number | null,
): Promise<void> {
  await tx.rows('UPDATE pending_changes SET state = $2, decided_by = $3, decided_at = now() WHERE id = $1', [
    id,
    state,
    by,
  ])
  await dropChangeTask(tx, id, by ?? undefined)
}

type ChangeToDecide = { id: number }

const auditFieldsOf = ({ id, state }: DecidedChange) => ({
  subjectType: 'pending-change',
  subjectId: id,
  after: { state },
})

/**
 * Confirms a change as a second OWNER. The change takes effect at once, or becomes OUTDATED if it can't be applied any
 * more (`applyChange`).
 * @throws NOT_FOUND; CONFLICT already decided, no second OWNER needed, or the change's values can't be decrypted;
 * FORBIDDEN the actor doesn't count as the second person (`isSecondOwnerSql`), for example because he requested the
 * change himself
 */
export function confirmChange(db: Database, actor: StaffActor, { id }: ChangeToDecide): Promise<DecidedChange> {
  return db.transaction(async (tx) => {
    const change = await lockChange(tx, id)
    if (!change.needsConsent) throw noSecondOwnerNeeded()
    const second = await tx.rows(`SELECT FROM members o WHERE o.id = $2 AND ${isSecondOwnerSql('$1::int')}`, [
      change.askedBy,
      actor.memberId,
    ])
    if (second.length === 0) throw notSecondOwner()
    const state = await applyChange(tx, change, actor.memberId)
    if (state === 'UNREADABLE') throw unreadableChange()
    await closeChange(tx, change, state, actor.memberId)
    await recordAudit(tx, actor, { action: 'change.consent', ...auditFieldsOf({ id, state }) })
    return { id, state }
  })
}

/**
 * Withdraws a change. A change that the actor requested becomes WITHDRAWN; another OWNER's change becomes REFUSED.
 * @throws NOT_FOUND; CONFLICT already decided
 */
export function withdrawChange(db: Database, actor: StaffActor, { id }: ChangeToDecide): Promise<DecidedChange> {
  return db.transaction(async (tx) => {
    const change = await lockChange(tx, id)
    const state = change.askedBy === actor.memberId ? 'WITHDRAWN' : 'REFUSED'
    await closeChange(tx, change, state, actor.memberId)
    await recordAudit(tx, actor, { action: 'change.withdraw', ...auditFieldsOf({ id, state }) })
    return { id, state }
  })
}

/**
 * Applies the changes whose waiting time has passed, at most 100, each in its own transaction. Returns the number of
 * applied changes.
 */
export async function applyDueChanges(db: Database): Promise<number> {
  const due = await db.rows<{ id: number }>(
    "SELECT id FROM pending_changes WHERE state = 'WAITING' AND effective_at <= now() ORDER BY id LIMIT 100",
  )
  let appliedCount = 0
  for (const { id } of due) {
    const isApplied = await db
      .transaction(async (tx) => {
        const [change] = await tx.rows<ChangeWithState>(
          `SELECT ${changeColumns} FROM pending_changes
           WHERE id = $1 AND state = 'WAITING' AND effective_at <= now() FOR UPDATE SKIP LOCKED`,
          [id],
        )
        if (!change) return false
        const isApplied = (await applyChange(tx, change, null)) === 'APPLIED'
        await closeChange(tx, change, isApplied ? 'APPLIED' : 'OUTDATED', null)
        return isApplied
      })
      .catch((error: unknown) => {
        // One change that fails must not stop the other due changes.
        log.error('a change could not be made', { error, id })
        return false
      })
    if (isApplied) appliedCount++
  }
  return appliedCount
}
