import { makeService } from '#lib/catalog/test-services.ts'
import type { Rows } from '#lib/web/test-matrix.ts'

export const rows: Rows = {
  'POST /service/order': {
    access: 'member',
    status: 201,
    body: async () => ({ serviceId: await makeService(), link: '@some.body', amount: 1 }),
    malformed: '주문에 실패했습니다.',
  },
}
