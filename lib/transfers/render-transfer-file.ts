import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { decryptCashRefundAccount } from '#lib/charges/refund-account.ts'
import { plainNumber } from '#lib/charges/rules.ts'
import type { Database } from '#lib/core/db.ts'
import { writeXls } from '#lib/core/write-xls.ts'
import { writeXlsx } from '#lib/core/write-xlsx.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { findBank } from './bank-codes.ts'
import { fileAccountsErased, fileMemberLeft, unknownTransferFile, unreadableAccount } from './errors.ts'
import { type TransferBank, transferBankLabels } from './labels.ts'
import { makeTransferSheet, type Transfer } from './transfer-sheet.ts'

/**
 * A refund in a file. `bank`, `account` (encrypted) and `name` are those of the recipient. They are erased if he has
 * left the shop (`hasLeft`) or their retention period is over. `fileBank` is the bank that sends the money.
 */
type StoredTransfer = {
  id: number
  fileBank: TransferBank
  point: Points
  bank: string
  name: string
  account: Buffer
  hasLeft: boolean
}

function toTransfer({ id, point, bank, name, account, hasLeft }: StoredTransfer): Transfer {
  const recipientBank = findBank(bank)
  if (recipientBank === null || account.length === 0) throw hasLeft ? fileMemberLeft() : fileAccountsErased()
  const number = decryptCashRefundAccount(account)
  if (number === undefined) throw unreadableAccount(id)
  return {
    refundId: id,
    bank: recipientBank,
    account: plainNumber(number),
    won: pointsToNumber(point),
    name,
  }
}

type RenderedFile = { name: string; format: 'xls' | 'xlsx'; bytes: Buffer }

/**
 * Makes the bulk-transfer file in its bank's format and layout (`makeTransferSheet`). Renders the same bytes each time,
 * because the refunds, accounts and sums of a file don't change until they are erased. Records each download in the
 * audit trail.
 * @throws NOT_FOUND; CONFLICT an account was erased, after its retention period or because its member has left, or
 * can't be decrypted
 */
export async function renderTransferFile(db: Database, actor: StaffActor, fileId: number): Promise<RenderedFile> {
  const rows = await db.rows<StoredTransfer>(
    `SELECT r.id, f.bank AS file_bank, r.point, r.bank, r.name, r.account, m.deleted_at IS NOT NULL AS has_left
     FROM transfer_files f JOIN transfer_items i ON i.file_id = f.id JOIN refund_requests r ON r.id = i.refund_id
       JOIN members m ON m.id = r.member_id
     WHERE f.id = $1 ORDER BY r.id`,
    [fileId],
  )
  const [first] = rows
  if (!first) throw unknownTransferFile()
  const sheet = makeTransferSheet(first.fileBank, rows.map(toTransfer))
  await recordAudit(db, actor, {
    action: 'transfer-file.download',
    subjectType: 'transfer-file',
    subjectId: fileId,
    after: { bank: first.fileBank, refunds: rows.map(({ id }) => id) },
  })
  const write = sheet.format === 'xls' ? writeXls : writeXlsx
  const name = `${transferBankLabels[first.fileBank]} 이체 ${fileId}.${sheet.format}`
  return { name, format: sheet.format, bytes: write(sheet.name, sheet.rows) }
}
