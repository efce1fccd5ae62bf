import { provedAgain } from '#lib/sessions/testing/reauth.ts'
import type { Rows } from '#lib/web/testing/row.ts'

export const rows: Rows = {
  'PUT /api/admin/settings': { access: 'OWNER', body: () => ({ FOOTER_CEO: '홍길동' }), headers: provedAgain },
}
