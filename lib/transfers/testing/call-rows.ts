import type { CallTestRows } from '#lib/web/testing/row.ts'
import { makeRefundInFile, makeRefundRequest, makeTransferFile } from './transfers.ts'

const table = '입금계좌번호,이체금액,처리결과\n12345678901234,10000,정상'

export const callTestRows: CallTestRows = {
  'GET /api/admin/transfer-files': { access: 'MANAGER' },
  'POST /api/admin/transfer-files': {
    access: 'MANAGER',
    body: async (owner) => ({ bank: 'KB', refundIds: [await makeRefundRequest({}, owner.id)], bankChecked: true }),
  },
  'GET /api/admin/transfer-files/{id}/file': {
    access: 'MANAGER',
    id: async () => (await makeTransferFile()).fileId,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  'POST /api/admin/transfer-files/{id}/results': {
    access: 'MANAGER',
    id: async () => (await makeTransferFile()).fileId,
    body: () => ({ table, apply: true }),
  },
  'POST /api/admin/refund-requests/{id}/transfer': {
    access: 'MANAGER',
    id: (owner) => makeRefundInFile(owner.id),
    body: () => ({ result: 'SENT', reason: '은행에서 확인' }),
  },
}
