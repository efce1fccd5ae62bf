import type { CallTestRows } from '#lib/web/testing/row.ts'

export const callTestRows: CallTestRows = {
  'PUT /service/change-notices': { access: 'member', body: () => ({ on: false }) },
}
