import { db, oneRow } from '#lib/core/db.ts'
import { startPopbillStandIn } from '#lib/deposits/sources/testing/popbill-stand-in.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { connectIssuer, endIssuingWork, type IssuerStandIn, newReceipt, runWorker } from './world.ts'

let standIn: Promise<IssuerStandIn> | undefined

/**
 * Connects the shop to a stand-in for Popbill and switches issuing on. The stand-in ends with the test process. Returns
 * the kind of connection.
 */
async function connectPopbill(): Promise<string> {
  standIn ??= startPopbillStandIn()
  const started = await standIn
  await connectIssuer(started)
  return 'popbill'
}

/** Creates an issued document. Returns its id. First ends open work of other tests, which the worker would do first. */
async function makeIssuedDocument(): Promise<number> {
  await endIssuingWork()
  await connectPopbill()
  const { id } = await newReceipt()
  await runWorker()
  return (await oneRow<{ id: number }>(db(), 'SELECT id FROM receipt_documents WHERE receipt_id = $1', [id])).id
}

/** Creates a correction that the issuer refused. Returns its id. */
async function makeFailedCorrection(): Promise<number> {
  const issued = await makeIssuedDocument()
  const { id } = await oneRow<{ id: number }>(
    db(),
    `INSERT INTO receipt_documents (receipt_id, kind, connection, key, amount, state)
     SELECT receipt_id, 'CORRECTION', connection, 'C' || key, amount, 'FAILED' FROM receipt_documents WHERE id = $1
     RETURNING id`,
    [issued],
  )
  return id
}

export const callTestRows: CallTestRows = {
  'GET /api/admin/receipt-issuers': { access: 'MANAGER' },
  'PUT /api/admin/receipt-issuers/{kind}/issuing': {
    access: 'OWNER',
    id: connectPopbill,
    body: () => ({ on: false }),
    headers: reauthHeaders,
  },
  'POST /api/admin/receipt-documents/{id}/view': { access: 'MANAGER', id: makeIssuedDocument },
  'PATCH /api/admin/receipt-documents/{id}': {
    access: 'MANAGER',
    id: makeFailedCorrection,
    body: () => ({ action: 'RETRY', note: '' }),
  },
}
