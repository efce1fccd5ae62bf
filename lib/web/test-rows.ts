import type { Rows } from './test-matrix.ts'

export const rows: Rows = {
  'GET /healthz': { access: 'public' },
  'GET /readyz': { access: 'public' },
}
