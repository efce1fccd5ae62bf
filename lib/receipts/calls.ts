import { z } from 'zod'
import { staffActor } from '#lib/audit/actor.ts'
import { call, Reply } from '#lib/core/call.ts'
import { withDaysInOrder } from '#lib/core/list-query.ts'
import { idParams } from '#lib/core/wire.ts'
import { exportCall } from '#lib/exports/export-call.ts'
import { unknownReceipt } from './errors.ts'
import { receiptSheet } from './labels.ts'
import { receiptById, receiptsForStaff } from './queries.ts'
import { correctionChange, monthFileQuery, receiptChange, receiptQuery, receiptRow, receiptRows } from './schema.ts'
import { settleCorrection } from './settle-correction.ts'
import { settleReceipt } from './settle-receipt.ts'
import { writeMonthFile } from './write-month-file.ts'

export const adminReceiptsCall = call({
  method: 'GET',
  path: '/api/admin/receipts',
  access: 'SUPPORT',
  query: withDaysInOrder(receiptQuery),
  answer: receiptRows,
  run: ({ db, query }) => receiptsForStaff(db, query),
})

export const exportReceiptsCall = exportCall({
  list: '/api/admin/receipts',
  query: receiptQuery,
  sheet: receiptSheet,
  page: async (db, query) => {
    const { rows, nextCursor } = await receiptsForStaff(db, query)
    return { rows: rows.map((row) => ({ ...row.feeValue, ...row })), nextCursor }
  },
})

export const settleReceiptCall = call({
  method: 'PATCH',
  path: '/api/admin/receipts/{id}',
  access: 'MANAGER',
  params: idParams,
  body: receiptChange,
  answer: receiptRow,
  run: async ({ db, params, body, ...context }) => {
    await settleReceipt(db, staffActor(context), { ...body, receiptId: params.id })
    const row = await receiptById(db, params.id)
    if (!row) throw unknownReceipt()
    return row
  },
})

export const settleCorrectionCall = call({
  method: 'PATCH',
  path: '/api/admin/receipt-documents/{id}',
  access: 'MANAGER',
  params: idParams,
  body: correctionChange,
  answer: receiptRow,
  run: async ({ db, params, body, ...context }) => {
    const receiptId = await settleCorrection(db, staffActor(context), { ...body, documentId: params.id })
    const row = await receiptById(db, receiptId)
    if (!row) throw unknownReceipt()
    return row
  },
})

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export const monthFileCall = call({
  method: 'GET',
  path: '/api/admin/receipts/month',
  access: 'MANAGER',
  query: monthFileQuery,
  answer: z.unknown(),
  run: async ({ db, query, ...context }) => {
    const { month, form } = query
    const koreanName = encodeURIComponent(`매출-${month}.${form}`)
    return new Reply(await writeMonthFile(db, staffActor(context), query), {
      'content-type': contentTypes[form],
      'content-disposition': `attachment; filename="${month}.${form}"; filename*=UTF-8''${koreanName}`,
      'cache-control': 'no-store',
    })
  },
})
