import { makeMember } from '#lib/members/testing/members.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { makeStaff } from '#lib/sessions/testing/totp.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { saveFilter } from '../save-filter.ts'

const staffId = async () => (await makeStaff()).id

export const callTestRows: CallTestRows = {
  'GET /api/admin/staff': {
    access: 'SUPPORT',
    query: { good: 'size=200&cursor=9', bad: ['size=201', 'size=0', 'cursor=0', 'cursor=x'] },
  },
  'POST /api/admin/staff': {
    access: 'OWNER',
    status: 201,
    body: async () => ({ memberId: (await makeMember()).loginId, role: 'SUPPORT' }),
    headers: reauthHeaders,
  },
  'PATCH /api/admin/staff/{id}': {
    access: 'OWNER',
    id: async () => (await makeMember()).id,
    body: () => ({ role: 'SUPPORT' }),
    headers: reauthHeaders,
  },
  'POST /api/admin/staff/{id}/enrol-code': {
    access: 'OWNER',
    status: 201,
    id: async () => (await makeMember({ role: 'SUPPORT' })).id,
    headers: reauthHeaders,
  },
  'DELETE /api/admin/staff/{id}/totp': { access: 'OWNER', id: staffId, headers: reauthHeaders },
  'DELETE /api/admin/staff/{id}/sessions': { access: 'OWNER', id: staffId, headers: reauthHeaders },
  'GET /api/admin/saved-filters': { access: 'SUPPORT' },
  'POST /api/admin/saved-filters': {
    access: 'SUPPORT',
    status: 201,
    body: () => ({ page: '/admin/orders', name: '오늘 접수', query: '?status=0' }),
  },
  'DELETE /api/admin/saved-filters/{id}': {
    access: 'SUPPORT',
    isOwnRecord: true,
    id: async (owner) => (await saveFilter(owner.id, { page: '/admin/orders', name: '보기', query: '' })).id,
  },
}
