import type { Db } from '#lib/core/db.ts'
import type { FeeType } from '../labels.ts'

/** What a member gave with his last charges: his depositor, and of each receipt kind what it was issued to. */
export type LastDetails = {
  readonly name: string
  readonly receipts: { readonly [Kind in FeeType]?: Readonly<Record<string, string>> }
}

export const noDetails: LastDetails = { name: '', receipts: {} }

type Row = { id: number; feeType: FeeType; name: string; feeValue: Record<string, string> }

/** Remembered with the member and not with the browser: the next person at this one learns nothing of him. */
export async function lastDetails(db: Db, memberId: number): Promise<LastDetails> {
  const rows = await db.rows<Row>(
    `SELECT DISTINCT ON (fee_type) id, fee_type, name, fee_value FROM charges WHERE member_id = $1
     ORDER BY fee_type, id DESC`,
    [memberId],
  )
  const newest = rows.toSorted((a, b) => b.id - a.id)[0]
  return { name: newest?.name ?? '', receipts: Object.fromEntries(rows.map((row) => [row.feeType, row.feeValue])) }
}
