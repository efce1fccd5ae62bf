import { z } from 'zod'
import { approvalLimitsOf } from '#lib/approvals/rules.ts'
import { staffActor } from '#lib/audit/actor.ts'
import { call, Reply } from '#lib/core/call.ts'
import { idParams } from '#lib/core/wire.ts'
import { settings } from '#lib/settings/queries.ts'
import { importResults, markTransfer } from './import-results.ts'
import { putRefundsInFile } from './put-refunds-in-file.ts'
import { transferFilesForStaff } from './queries.ts'
import { renderTransferFile } from './render-transfer-file.ts'
import {
  createdTransferFile,
  judgedResults,
  markedTransfer,
  transferFileInput,
  transferFiles,
  transferMarkInput,
  transferResultInput,
} from './schema.ts'

export const transferFilesCall = call({
  method: 'GET',
  path: '/api/admin/transfer-files',
  access: 'MANAGER',
  answer: transferFiles,
  run: ({ db }) => transferFilesForStaff(db),
})

export const putRefundsInFileCall = call({
  method: 'POST',
  path: '/api/admin/transfer-files',
  access: 'MANAGER',
  reauth: 'optional',
  body: transferFileInput,
  answer: createdTransferFile,
  run: async ({ db, body, ...context }) => {
    const limits = approvalLimitsOf(await settings(db))
    return putRefundsInFile(db, staffActor(context), { ...body, limits })
  },
})

const contentTypes = {
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const downloadTransferFileCall = call({
  method: 'GET',
  path: '/api/admin/transfer-files/{id}/file',
  access: 'MANAGER',
  params: idParams,
  answer: z.unknown(),
  run: async ({ db, params, ...context }) => {
    const { name, format, bytes } = await renderTransferFile(db, staffActor(context), params.id)
    return new Reply(bytes, {
      'content-type': contentTypes[format],
      'content-disposition': `attachment; filename="${params.id}.${format}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'no-store',
    })
  },
})

export const transferResultsCall = call({
  method: 'POST',
  path: '/api/admin/transfer-files/{id}/results',
  access: 'MANAGER',
  params: idParams,
  body: transferResultInput,
  answer: judgedResults,
  run: ({ db, params, body, ...context }) => importResults(db, staffActor(context), { fileId: params.id, ...body }),
})

export const markTransferCall = call({
  method: 'POST',
  path: '/api/admin/refund-requests/{id}/transfer',
  access: 'MANAGER',
  params: idParams,
  body: transferMarkInput,
  answer: markedTransfer,
  run: async ({ db, params, body, ...context }) => {
    await markTransfer(db, staffActor(context), { refundId: params.id, ...body })
    return { id: params.id, transfer: body.result }
  },
})
