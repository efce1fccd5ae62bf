import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Caller } from '#lib/core/call.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { refuseOwnAccount } from '#lib/four-eyes/own-account.ts'
import { unknownMember } from '#lib/members/errors.ts'
import { dropTasks, fileTask } from '#lib/messages/file-task.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import {
  aboveLimit,
  adjustmentKeyReused,
  alreadyDecided,
  moreThanThere,
  noSuchAdjustment,
  ownRequest,
  reasonMissing,
} from './errors.ts'
import { movePoints } from './move-points.ts'
import { balanceOf } from './queries.ts'

type Status = 'WAITING' | 'DONE' | 'REJECTED'
type Adjustment = { id: number; memberId: number; delta: Points; reason: string; status: Status; askedBy: number }
type By = { caller: Caller; address: string }
type Ask = By & { memberId: number; delta: Points; reason: string; limit: Points; key: string | null }

export type Adjusted = { id: number; status: Status; point: number }

const columns = 'id, member_id, delta, reason, status, asked_by'

const audit = (tx: Db, verb: string, { caller, address }: By, adjustment: Adjustment) =>
  recordAudit(tx, {
    actorId: caller.memberId,
    action: `points.${verb}`,
    subjectType: 'member',
    subjectId: adjustment.memberId,
    after: { adjustment: adjustment.id, delta: pointsToNumber(adjustment.delta) },
    reason: adjustment.reason,
    address,
  })

/** The balance's row first, as a deletion takes it: whoever comes second sees what the first has done. */
async function holdMember(tx: Db, memberId: number): Promise<void> {
  await tx.rows('SELECT 1 FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
  const members = await tx.rows('SELECT 1 FROM members WHERE id = $1 AND deleted_at IS NULL', [memberId])
  if (members.length === 0) throw unknownMember()
}

/** Moves the points once: the ledger's key is the adjustment's number. */
async function settle(tx: Db, adjustment: Adjustment, by: By): Promise<void> {
  const moved = await movePoints(tx, {
    memberId: adjustment.memberId,
    kind: 'ADJUSTMENT',
    delta: adjustment.delta,
    refType: 'adjustment',
    refId: adjustment.id,
    actor: `staff:${by.caller.memberId}`,
    reason: adjustment.reason,
  })
  if (moved === 'INSUFFICIENT') throw moreThanThere()
  if (moved === 'ALREADY') throw alreadyDecided()
  await decide(tx, adjustment.id, 'DONE', by)
}

const decide = (tx: Db, id: number, status: Status, { caller }: By) =>
  tx.rows('UPDATE adjustments SET status = $2, decided_by = $3, decided_at = now() WHERE id = $1', [
    id,
    status,
    caller.memberId,
  ])

async function answer(tx: Db, { id, memberId }: Adjustment, status: Status): Promise<Adjusted> {
  return { id, status, point: pointsToNumber(await balanceOf(tx, memberId)) }
}

/** The row of this request, and whether it was written just now: a retry with the same key finds the first one's. */
async function requested(tx: Db, ask: Ask): Promise<{ adjustment: Adjustment; fresh: boolean }> {
  const { memberId, delta, reason, caller, key } = ask
  const [made] = await tx.rows<Adjustment>(
    `INSERT INTO adjustments (member_id, delta, reason, asked_by, idempotency_key) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (asked_by, idempotency_key) DO NOTHING RETURNING ${columns}`,
    [memberId, delta, reason, caller.memberId, key],
  )
  if (made) return { adjustment: made, fresh: true }
  const [known] = await tx.rows<Adjustment>(
    `SELECT ${columns} FROM adjustments WHERE asked_by = $1 AND idempotency_key = $2`,
    [caller.memberId, key],
  )
  if (!known || known.memberId !== memberId || known.delta !== delta || known.reason !== reason)
    throw adjustmentKeyReused()
  return { adjustment: known, fresh: false }
}

/**
 * Gives or takes points (decisions 6). Up to the limit at once; above it an owner asks and another owner confirms.
 * @throws BAD_INPUT no reason; NOT_FOUND; FORBIDDEN above the limit; CONFLICT more than there is, or the key was reused
 */
export async function adjustPoints(db: Database, ask: Ask): Promise<Adjusted> {
  const isLarge = (ask.delta < 0n ? -ask.delta : ask.delta) > ask.limit
  if (ask.reason === '') throw reasonMissing()
  const { caller, address, memberId } = ask
  await refuseOwnAccount(db, { caller, address, action: 'points.adjust', subjectType: 'member', subjectId: memberId })
  if (isLarge && caller.role !== 'OWNER') throw aboveLimit()
  return db.transaction(async (tx) => {
    await holdMember(tx, ask.memberId)
    const { adjustment, fresh } = await requested(tx, ask)
    if (!fresh) return answer(tx, adjustment, adjustment.status)
    if (isLarge) await fileWaiting(tx, adjustment, ask)
    else await settle(tx, adjustment, ask)
    await audit(tx, isLarge ? 'ask' : 'adjust', ask, adjustment)
    return answer(tx, adjustment, isLarge ? 'WAITING' : 'DONE')
  })
}

/** It waits where owners look for what needs them. */
async function fileWaiting(tx: Db, { id, delta, reason }: Adjustment, { caller }: By): Promise<void> {
  const detail = { delta: pointsToNumber(delta), reason, askedBy: caller.loginId }
  await fileTask(tx, { kind: 'ADJUSTMENT', refType: 'adjustment', refId: id, detail })
}

type Decision = By & { id: number; confirmed: boolean }

/**
 * A second owner confirms what waits, or any owner takes it back.
 * @throws NOT_FOUND; FORBIDDEN it is his own request; CONFLICT it was decided before, or the points are gone
 */
export async function decideAdjustment(db: Database, { id, confirmed, ...by }: Decision): Promise<Adjusted> {
  if (confirmed)
    await refuseOwnAccount(db, { ...by, action: 'points.confirm', subjectType: 'adjustment', subjectId: id })
  return db.transaction(async (tx) => {
    const [adjustment] = await tx.rows<Adjustment>(`SELECT ${columns} FROM adjustments WHERE id = $1 FOR UPDATE`, [id])
    if (!adjustment) throw noSuchAdjustment()
    if (adjustment.status !== 'WAITING') throw alreadyDecided()
    if (confirmed && adjustment.askedBy === by.caller.memberId) throw ownRequest()
    await holdMember(tx, adjustment.memberId)
    if (confirmed) await settle(tx, adjustment, by)
    else await decide(tx, id, 'REJECTED', by)
    await dropTasks(tx, { kinds: ['ADJUSTMENT'], refType: 'adjustment', refId: id, by: by.caller.memberId })
    await audit(tx, confirmed ? 'confirm' : 'refuse', by, adjustment)
    return answer(tx, adjustment, confirmed ? 'DONE' : 'REJECTED')
  })
}
