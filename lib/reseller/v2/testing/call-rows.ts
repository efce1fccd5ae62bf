import { makeService } from '#lib/catalog/testing/services.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'

const query = { good: 'action=balance', bad: [] }

export const callTestRows: CallTestRows = {
  'GET /api/v2': { access: 'api-key', query },
  'POST /api/v2': {
    access: 'api-key',
    query,
    body: async () => ({ action: 'add', service: await makeService(), link: '@some.body', quantity: 1 }),
  },
}
