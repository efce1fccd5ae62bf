import { provedAgain } from '#lib/sessions/test-reauth.ts'
import type { Rows } from '#lib/web/test-matrix.ts'

export const rows: Rows = {
  'GET /service/settings': { access: 'public' },
  'GET /api/admin/settings': { access: 'SUPPORT' },
  'PUT /api/admin/settings': { access: 'OWNER', body: () => ({ FOOTER_CEO: '홍길동' }), headers: provedAgain },
}
