import { makeService } from '#lib/catalog/testing/services.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'

export const callTestRows: CallTestRows = {
  'POST /service/orders': {
    access: 'member',
    status: 201,
    body: async () => ({ orders: [{ serviceId: await makeService(), link: '@some.body', amount: 1 }] }),
    malformed: '주문에 실패했습니다.',
  },
}
