import type { CallTestRows } from './row.ts'

export const callTestRows: CallTestRows = {
  'GET /healthz': { access: 'public' },
  'GET /readyz': { access: 'public', query: { good: 'without=database', bad: [] } },
}
