import type { Db } from '#lib/core/db.ts'
import type { FeeType } from '../labels.ts'

/** What a member entered in his last charges: the depositor's name, and the receipt details by receipt kind. */
export type LastChargeDetails = {
  readonly name: string
  readonly receipts: { readonly [Kind in FeeType]?: Readonly<Record<string, string>> }
}

export const noChargeDetails: LastChargeDetails = { name: '', receipts: {} }

type LastChargeRow = { id: number; feeType: FeeType; name: string; feeValue: Record<string, string> }

/**
 * Reads what a member entered in his last charges, to prefill the charge form. The browser doesn't store these details,
 * so that the next user of a shared browser doesn't see them.
 */
export async function lastChargeDetails(db: Db, memberId: number): Promise<LastChargeDetails> {
  const rows = await db.rows<LastChargeRow>(
    `SELECT DISTINCT ON (fee_type) id, fee_type, name, fee_value FROM charges WHERE member_id = $1 AND method = 'TRANSFER'
     ORDER BY fee_type, id DESC`,
    [memberId],
  )
  const newest = rows.toSorted((a, b) => b.id - a.id)[0]
  return { name: newest?.name ?? '', receipts: Object.fromEntries(rows.map((row) => [row.feeType, row.feeValue])) }
}
