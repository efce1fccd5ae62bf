import type { CallTestRows } from '#lib/web/testing/row.ts'

export const callTestRows: CallTestRows = { 'POST /auth/sandbox/reset': { access: 'member' } }
