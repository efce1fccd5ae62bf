import type { Db } from '#lib/core/db.ts'
import type { FeeType } from '../labels.ts'

/** Details of a member's last charges: the depositor's name, and the receipt details by kind of receipt. */
export type LastDetails = {
  readonly name: string
  readonly receipts: { readonly [Kind in FeeType]?: Readonly<Record<string, string>> }
}

export const noDetails: LastDetails = { name: '', receipts: {} }

type Row = { id: number; feeType: FeeType; name: string; feeValue: Record<string, string> }

/**
 * Prefills the charge form. Stored with the member, not in the browser, so that the next user of a shared browser
 * doesn't see them.
 */
export async function lastDetails(db: Db, memberId: number): Promise<LastDetails> {
  const rows = await db.rows<Row>(
    `SELECT DISTINCT ON (fee_type) id, fee_type, name, fee_value FROM charges WHERE member_id = $1
     ORDER BY fee_type, id DESC`,
    [memberId],
  )
  const newest = rows.toSorted((a, b) => b.id - a.id)[0]
  return { name: newest?.name ?? '', receipts: Object.fromEntries(rows.map((row) => [row.feeType, row.feeValue])) }
}
