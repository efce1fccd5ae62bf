import type { Rows } from '#lib/web/test-matrix.ts'

export const rows: Rows = {
  'GET /service/settings': { access: 'public' },
}
