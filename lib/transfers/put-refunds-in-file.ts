import { isSamePerson, refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { ApprovalLimits } from '#lib/approvals/rules.ts'
import { isLoneOwner, isSecondPerson } from '#lib/approvals/second-persons.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { unknownCashRefund } from '#lib/charges/errors.ts'
import { refundStatus, type TransferState } from '#lib/charges/labels.ts'
import { payOutByStaff } from '#lib/charges/pay-out-by-staff.ts'
import { decryptCashRefundAccount } from '#lib/charges/refund-account.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { findBank } from './bank-codes.ts'
import {
  bankUnknown,
  failureRecordedByYou,
  holderNameUnusable,
  refundAlreadyInFile,
  refundAlreadySettled,
  roleTooNew,
  unreadableAccount,
} from './errors.ts'
import type { TransferBank } from './labels.ts'
import { isUsableHolderName } from './rules.ts'
import type { CreatedTransferFile } from './schema.ts'

/**
 * Refunds to put into a file for `bank`. `bankChecked`: the actor has checked at the bank those deposits that must be
 * checked before a pay-out (`determinePayOutNeeds`). `limits`: the actor's limits, above which a second person is
 * needed.
 */
type Filing = {
  bank: TransferBank
  refundIds: readonly number[]
  bankChecked: boolean
  limits: ApprovalLimits
}

type StoredRefund = {
  id: number
  status: number
  transfer: TransferState | null
  bank: string
  /** Account number, encrypted. */
  account: Buffer
  name: string
  memberId: number
  /** Id of the file that contains the refund; null if none does. A file in which its transfer failed doesn't count. */
  fileId: number | null
  /**
   * Member id of the staff member who recorded the result of the refund's last transfer by file; null if no result is
   * recorded.
   */
  failedBy: number | null
}

const refundSql = `
  SELECT r.id, r.status, r.transfer, r.bank, r.account, r.name, r.member_id,
    (SELECT file_id FROM transfer_items i WHERE i.refund_id = r.id AND i.result IS DISTINCT FROM 'FAILED') AS file_id,
    (SELECT resulted_by FROM transfer_items i WHERE i.refund_id = r.id ORDER BY file_id DESC LIMIT 1) AS failed_by
  FROM refund_requests r WHERE r.id = $1`

/**
 * Refuses to send a refund again if its last transfer failed and the actor himself recorded that failure: by recording
 * a false failure he could have a refund sent twice. Also refuses an actor who can't be a second person because he has
 * had his role for less than 24 hours (`isSecondPerson`). A lone OWNER may send the refund again after
 * re-authenticating. The demo needs no second person.
 * @throws FORBIDDEN; REAUTH_REQUIRED a lone OWNER has not re-authenticated
 */
async function refuseOwnFailure(tx: Db, actor: StaffActor, refund: StoredRefund): Promise<void> {
  const { memberId, failedBy } = refund
  if (refund.transfer !== 'FAILED' || failedBy === null || env().DEMO) return
  const involved = { askedBy: failedBy, excluded: [], memberId }
  if (await isSecondPerson(tx, actor.memberId, 'MANAGER', involved)) return
  if (!(await isLoneOwner(tx, actor, 'MANAGER', { excluded: [], memberId })))
    throw (await isSamePerson(tx, failedBy, actor.memberId)) ? failureRecordedByYou() : roleTooNew()
  if (!actor.reauthenticated) throw new AppError('REAUTH_REQUIRED', messages.reauth)
}

/**
 * Refuses the whole call if a lone OWNER must prove his identity before he sends one of these failed refunds again
 * (`refuseOwnFailure`). Refusing only this refund in the result would not help: the console asks for the proof only if
 * the call itself fails.
 * @throws REAUTH_REQUIRED
 */
async function refuseWithoutProof(db: Database, actor: StaffActor, refundIds: readonly number[]): Promise<void> {
  if (actor.reauthenticated) return
  for (const id of refundIds) {
    const [refund] = await db.rows<StoredRefund>(refundSql, [id])
    if (refund?.transfer !== 'FAILED') continue
    await refuseOwnFailure(db, actor, refund).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code === 'REAUTH_REQUIRED') throw error
    })
  }
}

/**
 * Returns the refund if it can be put into a file. Doesn't check who may do so (`refuseOwnFailure`), nor the rules of
 * its pay-out (`payOutByStaff`).
 * @throws NOT_FOUND; CONFLICT the refund is already in a file or settled, its bank or account holder's name can't be
 * used in a file, or its account number can't be decrypted, which would block the whole file
 */
function refuseUnlessFileable(refund: StoredRefund | undefined): StoredRefund {
  if (!refund) throw unknownCashRefund()
  if (refund.fileId !== null) throw refundAlreadyInFile(refund.fileId)
  const isOpen = refund.status === refundStatus.REQUESTED || refund.transfer === 'READY' || refund.transfer === 'FAILED'
  if (!isOpen) throw refundAlreadySettled()
  if (findBank(refund.bank) === null) throw bankUnknown()
  if (!isUsableHolderName(refund.name)) throw holderNameUnusable()
  if (decryptCashRefundAccount(refund.account) === undefined) throw unreadableAccount(refund.id)
  return refund
}

/**
 * Makes a refund ready for a file. If it is only requested, pays it out, by the same rules as a pay-out without a file.
 * Returns false if the pay-out waits for a second person.
 * @throws OWN_ACCOUNT; what refuseUnlessFileable, refuseOwnFailure and payOutByStaff throw
 */
async function makeReady(db: Database, actor: StaffActor, refundId: number, filing: Filing): Promise<boolean> {
  const [stored] = await db.rows<StoredRefund>(refundSql, [refundId])
  const refund = refuseUnlessFileable(stored)
  await refuseOwnAccount(db, actor, { action: 'refund.transfer', subjectType: 'refund', subjectId: refundId })
  await refuseOwnFailure(db, actor, refund)
  if (refund.status !== refundStatus.REQUESTED) return true
  const { bankChecked, limits } = filing
  const { approval } = await payOutByStaff(db, actor, { refundId, bankChecked, reason: '', byFile: true, limits })
  return approval === undefined
}

/** A new file. `count`: number of its refunds. `total`: their sum in points. */
type FileRow = { id: number; bank: TransferBank; count: number; total: number }

/**
 * Puts the refunds that are still READY or FAILED into a new file. Locks these refunds, so that two files made at the
 * same time can't contain the same refund. Returns the file and the ids of its refunds; null if no refund is READY or
 * FAILED any more.
 */
async function makeFile(
  tx: Db,
  actor: StaffActor,
  bank: TransferBank,
  ids: readonly number[],
): Promise<{ file: FileRow; refundIds: number[] } | null> {
  const readyRefunds = await tx.rows<{ id: number; point: Points }>(
    "SELECT id, point FROM refund_requests WHERE id = ANY ($1::int[]) AND transfer IN ('READY', 'FAILED') ORDER BY id FOR UPDATE",
    [ids],
  )
  if (readyRefunds.length === 0) return null
  for (const { id } of readyRefunds) {
    const [refund] = await tx.rows<StoredRefund>(refundSql, [id])
    await refuseOwnFailure(tx, actor, refuseUnlessFileable(refund))
  }
  const refundIds = readyRefunds.map(({ id }) => id)
  const total = readyRefunds.reduce((sum, { point }) => sum + point, 0n)
  const { id } = await oneRow<{ id: number }>(
    tx,
    'INSERT INTO transfer_files (bank, total, created_by) VALUES ($1, $2, $3) RETURNING id',
    [bank, total, actor.memberId],
  )
  await tx.rows('INSERT INTO transfer_items (file_id, refund_id) SELECT $1, unnest($2::int[])', [id, refundIds])
  await tx.rows("UPDATE refund_requests SET transfer = 'IN_FILE' WHERE id = ANY ($1::int[])", [refundIds])
  const file = { id, bank, count: refundIds.length, total: pointsToNumber(total) }
  await recordAudit(tx, actor, {
    action: 'transfer-file.create',
    subjectType: 'transfer-file',
    subjectId: id,
    after: { bank, point: file.total, refunds: refundIds },
  })
  return { file, refundIds }
}

/**
 * Puts cash refunds into a bulk-transfer file (docs/contract.md#bulk-transfers). First pays out the refunds that are
 * still requested, each in a transaction of its own, by the rules of every pay-out. A pay-out debits the points, so
 * that the member can't spend them while the bank sends the money. If the process is killed, the refunds paid out so
 * far are READY for the next file.
 *
 * A refused refund doesn't stop the others: the refusal is returned in `rows`, not thrown. A refund that is already in
 * a file is refused, so that the same HTTP request sent twice makes only one file.
 * @throws REAUTH_REQUIRED a lone OWNER must re-authenticate first; nothing is paid out yet
 */
export async function putRefundsInFile(db: Database, actor: StaffActor, filing: Filing): Promise<CreatedTransferFile> {
  const ids = [...new Set(filing.refundIds)].toSorted((a, b) => a - b)
  await refuseWithoutProof(db, actor, ids)
  const ready: number[] = []
  const rows: CreatedTransferFile['rows'] = []
  for (const id of ids) {
    try {
      if (await makeReady(db, actor, id, filing)) ready.push(id)
      else rows.push({ id, result: 'WAITING', message: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      rows.push({ id, result: 'REFUSED', message: error.message })
    }
  }
  const fileWithRefunds =
    ready.length > 0 ? await db.transaction((tx) => makeFile(tx, actor, filing.bank, ready)) : null
  const filedIds = new Set(fileWithRefunds?.refundIds)
  for (const id of ready)
    rows.push(
      filedIds.has(id)
        ? { id, result: 'IN_FILE', message: null }
        : { id, result: 'REFUSED', message: refundAlreadySettled().message },
    )
  return { file: fileWithRefunds?.file ?? null, rows: rows.toSorted((a, b) => a.id - b.id) }
}
