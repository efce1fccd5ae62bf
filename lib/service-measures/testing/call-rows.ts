import { makeService } from '#lib/catalog/testing/services.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'

export const callTestRows: CallTestRows = {
  'GET /service/services/{id}/measures': { access: 'public', id: () => makeService() },
}
