import type { Rows } from '#lib/web/test-matrix.ts'

export const rows: Rows = {
  'POST /auth/api-key': { access: 'member' },
}
