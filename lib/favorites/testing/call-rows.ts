import { makeService } from '#lib/catalog/testing/services.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'

export const callTestRows: CallTestRows = {
  'PUT /service/favorites': { access: 'member', body: async () => ({ serviceId: await makeService(), on: true }) },
}
