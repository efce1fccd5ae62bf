import type { Rows } from '#lib/web/test-matrix.ts'

export const rows: Rows = {
  'GET /service/platforms': { access: 'public' },
  'GET /service/categorys': { access: 'public' },
  'GET /service/services': { access: 'public' },
}
