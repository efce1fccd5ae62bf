import type { Rows } from './row.ts'

export const rows: Rows = {
  'GET /healthz': { access: 'public' },
  'GET /readyz': { access: 'public' },
}
