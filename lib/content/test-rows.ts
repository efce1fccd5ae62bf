import type { Rows } from '#lib/web/test-matrix.ts'

export const rows: Rows = {
  'GET /service/notices': { access: 'public' },
  'GET /service/qnas': { access: 'public' },
  'GET /service/register-where': { access: 'public' },
  'GET /service/popup': { access: 'public' },
}
