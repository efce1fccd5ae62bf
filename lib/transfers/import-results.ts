import { isSamePersonSql, refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { reasonMissing, unknownCashRefund } from '#lib/charges/errors.ts'
import { possibleAccountNumberHashes } from '#lib/charges/hash-accounts.ts'
import { cashRefundMails, type TransferState } from '#lib/charges/labels.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { changedMeanwhile } from '#lib/editable-lists/errors.ts'
import { queueMessage } from '#lib/messages/queue-message.ts'
import { formatWon, type Points, pointsToNumber } from '#lib/money/points.ts'
import { notTransferring, resultTableUnreadable, tooManyResultLines, unknownTransferFile } from './errors.ts'
import type { TransferResult } from './labels.ts'
import {
  judgeResultLines,
  MAX_RESULT_LINES,
  parseResultTable,
  type RefundInTransferFile,
  type ResultLine,
  type ResultLineVerdict,
} from './rules.ts'
import type { JudgedResults } from './schema.ts'

/**
 * A refund in a file, as stored. `isOwn` is true if its member is the person who reports the results, `failedBefore` if
 * its transfer failed in an earlier file.
 */
type StoredItem = {
  refundId: number
  accountHash: Buffer | null
  point: Points
  name: string
  result: TransferResult | null
  isOwn: boolean
  failedBefore: boolean
}

const itemsSql = `SELECT r.id AS refund_id, r.account_hash, r.point, r.name, i.result,
    ${isSamePersonSql('$2::int', 'r.member_id')} AS is_own,
    EXISTS (SELECT FROM transfer_items e WHERE e.refund_id = i.refund_id AND e.file_id < i.file_id
      AND e.result = 'FAILED') AS failed_before
  FROM transfer_items i JOIN refund_requests r ON r.id = i.refund_id WHERE i.file_id = $1 ORDER BY r.id`

// Locks the refunds of a file by ascending id, before their rows in `transfer_items`. `makeFile` and `markTransfer`
// lock in the same sequence; another sequence could deadlock.
const lockSql = `SELECT FROM refund_requests WHERE id IN (SELECT refund_id FROM transfer_items WHERE file_id = $1)
  ORDER BY id FOR UPDATE`

const toFiledRefund = ({ accountHash, point, ...item }: StoredItem): RefundInTransferFile => ({
  ...item,
  accountKey: accountHash?.toString('hex') ?? '',
  won: pointsToNumber(point),
})

/**
 * Adds to each line the hash of its account number. While AUTH_SECRET is being replaced, an account number has several
 * possible hashes: the line gets the one that a refund of the file has.
 */
function keyedLines(lines: readonly ResultLine[], filed: readonly RefundInTransferFile[]) {
  const stored = new Set(filed.map(({ accountKey }) => accountKey))
  return lines.map((line) => {
    const hashes = line.account ? possibleAccountNumberHashes(line.account).map((hash) => hash.toString('hex')) : []
    return { ...line, accountKey: hashes.find((hash) => stored.has(hash)) ?? hashes[0] ?? '' }
  })
}

/**
 * Marks a refund of a file as sent or failed. Notifies the member if it was sent. If the refund was marked before,
 * changes nothing and returns false.
 */
async function markItem(
  tx: Db,
  fileId: number,
  actor: StaffActor,
  verdict: { refundId: number; result: TransferResult },
) {
  const { refundId, result } = verdict
  const [marked] = await tx.rows<{ email: string; point: Points }>(
    `WITH item AS (
       UPDATE transfer_items SET result = $3, resulted_by = $4, resulted_at = now()
       WHERE file_id = $1 AND refund_id = $2 AND result IS NULL RETURNING refund_id
     )
     UPDATE refund_requests r SET transfer = $3 FROM item
     WHERE r.id = item.refund_id AND r.transfer = 'IN_FILE' RETURNING r.email, r.point`,
    [fileId, refundId, result, actor.memberId],
  )
  if (marked && result === 'SENT') await notifySent(tx, marked)
  return marked !== undefined
}

const notifySent = (tx: Db, { email, point }: { email: string; point: Points }) =>
  queueMessage(tx, { channel: 'EMAIL', to: email, ...cashRefundMails.paid(formatWon(point)), life: null })

const lastDigits = (account: string): string => (account === '' ? '' : `****${account.slice(-4)}`)

const answerOf = (verdicts: readonly ResultLineVerdict[]): JudgedResults => {
  const countOf = (result: TransferResult) =>
    verdicts.filter((each) => each.fault === null && !each.isRepeated && each.result === result).length
  return {
    sent: countOf('SENT'),
    failed: countOf('FAILED'),
    rows: verdicts.map((verdict) => ({ ...verdict, account: lastDigits(verdict.account) })),
  }
}

/**
 * Reads a bank's table of results for a bulk-transfer file. With `apply`, marks the refunds of the file as sent or
 * failed. Lines that can't be read or fit no refund mark nothing, and are returned with their fault. Reading the same
 * table again marks nothing (docs/contract.md#bulk-transfers).
 * @throws NOT_FOUND; BAD_INPUT no headings are found, or there are too many lines
 */
export async function importResults(
  db: Database,
  actor: StaffActor,
  { fileId, table, apply }: { fileId: number; table: string; apply: boolean },
): Promise<JudgedResults> {
  const lines = parseResultTable(table)
  if (lines === null) throw resultTableUnreadable()
  if (lines.length > MAX_RESULT_LINES) throw tooManyResultLines(MAX_RESULT_LINES)
  return db.transaction(async (tx) => {
    const locked = await tx.rows(lockSql, [fileId])
    if (locked.length === 0) throw unknownTransferFile()
    const items = await tx.rows<StoredItem>(itemsSql, [fileId, actor.memberId])
    const refunds = items.map(toFiledRefund)
    const verdicts = judgeResultLines(keyedLines(lines, refunds), refunds)
    const answer = answerOf(verdicts)
    if (!apply || answer.sent + answer.failed === 0) return answer
    const marked: { refundId: number; result: TransferResult }[] = []
    for (const { refundId, result, isRepeated } of verdicts)
      if (
        refundId !== null &&
        result !== null &&
        !isRepeated &&
        (await markItem(tx, fileId, actor, { refundId, result }))
      )
        marked.push({ refundId, result })
    const idsOf = (wanted: TransferResult) =>
      marked.filter(({ result }) => result === wanted).map(({ refundId }) => refundId)
    await recordAudit(tx, actor, {
      action: 'transfer-file.result',
      subjectType: 'transfer-file',
      subjectId: fileId,
      after: { sent: idsOf('SENT'), failed: idsOf('FAILED') },
    })
    return answer
  })
}

/** The result of a refund's transfer, recorded by hand. */
type TransferMark = {
  refundId: number
  result: TransferResult
  reason: string
  /** State of the transfer that the actor saw; absent if it doesn't matter. */
  from?: TransferState | null | undefined
}

/**
 * Marks one refund by hand as sent or failed, as a staff member has seen it at the bank. This is for a transfer that is
 * missing in the bank's table of results, and for money that was sent without a file. Notifies the member if the money
 * was sent. A refund marked as sent can't be marked again.
 * @throws OWN_ACCOUNT; BAD_INPUT no reason; NOT_FOUND; CONFLICT the refund isn't paid by a bulk transfer; or it already
 * has this mark or is marked as sent; or it would be marked as failed but was never in a file; or its transfer is no
 * longer in the state `from`, for example because a colleague has put the refund into a file
 */
export async function markTransfer(db: Database, actor: StaffActor, mark: TransferMark): Promise<void> {
  const { refundId, result, reason, from } = mark
  const subject = { subjectType: 'refund', subjectId: refundId } as const
  await refuseOwnAccount(db, actor, { action: 'refund.transfer', ...subject })
  if (reason === '') throw reasonMissing()
  await db.transaction(async (tx) => {
    const [refund] = await tx.rows<{ email: string; point: Points; transfer: string | null }>(
      'SELECT email, point, transfer FROM refund_requests WHERE id = $1 FOR UPDATE',
      [refundId],
    )
    if (!refund) throw unknownCashRefund()
    const { transfer } = refund
    if (from && transfer !== from) throw changedMeanwhile()
    if (transfer === null || transfer === 'SENT' || transfer === result) throw notTransferring()
    if (transfer === 'READY' && result === 'FAILED') throw notTransferring()
    await tx.rows(
      'UPDATE transfer_items SET result = $2, resulted_by = $3, resulted_at = now() WHERE refund_id = $1 AND result IS NULL',
      [refundId, result, actor.memberId],
    )
    await tx.rows('UPDATE refund_requests SET transfer = $2 WHERE id = $1', [refundId, result])
    if (result === 'SENT') await notifySent(tx, refund)
    const states = { before: { transfer }, after: { transfer: result } }
    await recordAudit(tx, actor, { action: 'refund.transfer', ...subject, ...states, reason })
  })
}
