import type { CallTestRows } from '#lib/web/testing/row.ts'

export const callTestRows: CallTestRows = {
  'GET /openapi.json': { access: 'public' },
}
