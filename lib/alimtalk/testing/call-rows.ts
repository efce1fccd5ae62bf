import type { CallTestRows } from '#lib/web/testing/row.ts'

export const callTestRows: CallTestRows = {
  'GET /service/alerts': { access: 'member' },
  'PUT /service/alerts': { access: 'member', body: () => ({ charge: false, hold: false, order: false }) },
}
