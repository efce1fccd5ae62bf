import { feeType } from '#lib/charges/labels.ts'
import { connectionCheckFailed } from '#lib/connections/errors.ts'
import type { Database } from '#lib/core/db.ts'
import { requestOutsideService } from '#lib/deposits/sources/request-source.ts'
import { documentNotIssued, unknownReceiptDocument } from '../errors.ts'
import type { DocumentState } from '../labels.ts'
import type { IssuerKind } from './labels.ts'
import { issuerOf } from './registry.ts'

type Row = { connection: IssuerKind; key: string; state: DocumentState; feeType: number }

/**
 * Asks the issuer for the URL of a web page that shows the document with this id. The URL is neither stored nor logged:
 * for a short while anybody who has it can open the page.
 * @throws NOT_FOUND; CONFLICT the document isn't issued, or the issuer refuses or doesn't answer
 */
export async function viewDocument(db: Database, id: number): Promise<{ url: string }> {
  const [row] = await db.rows<Row>(
    `SELECT d.connection, d.key, d.state, r.fee_type FROM receipt_documents d JOIN receipts r ON r.id = d.receipt_id
     WHERE d.id = $1`,
    [id],
  )
  if (!row) throw unknownReceiptDocument()
  if (row.state !== 'ISSUED' && row.state !== 'FILED') throw documentNotIssued()
  const documentId = { form: row.feeType === feeType.FEE ? 'INVOICE' : 'CASH', key: row.key } as const
  const outcome = await requestOutsideService(db, row.connection, (connection) =>
    issuerOf(row.connection).view(connection, documentId),
  )
  if (outcome.is === 'FAILED') throw connectionCheckFailed(outcome.error.sentence)
  return { url: outcome.value }
}
