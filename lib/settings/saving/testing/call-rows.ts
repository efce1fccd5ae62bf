import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'

export const callTestRows: CallTestRows = {
  'PUT /api/admin/settings': { access: 'OWNER', body: () => ({ FOOTER_CEO: '홍길동' }), headers: reauthHeaders },
}
