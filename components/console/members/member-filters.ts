import { restrictionLabels, roleLabels } from '#lib/members/labels.ts'
import { restrictionLevels, roles } from '#lib/members/schema.ts'
import type { ListUrl } from '../list-state.ts'

/** The filter offers staff roles only, because nearly all rows have the role MEMBER. */
const staffRoles = roles.filter((role) => role !== 'MEMBER')
const roleFilter = { name: 'role', values: staffRoles }
export const memberListUrl: ListUrl<string> = {
  path: '/admin/members',
  statuses: restrictionLevels,
  defaultStatus: undefined,
  filter: roleFilter,
  days: true,
  sorts: [
    { key: 'memberNo', labels: ['최근 가입순', '오래된 가입순'], isDefault: true },
    { key: 'lastLoginAt', labels: ['최근 로그인순', '오래된 로그인순'] },
  ],
}
export const restrictionChips = [
  { status: undefined, label: '전체' },
  ...restrictionLevels.map((status) => ({ status, label: restrictionLabels[status] })),
]
export const roleFilterChips = {
  label: '권한',
  chips: [
    { filter: undefined, label: '모두' },
    ...staffRoles.map((role) => ({ filter: role, label: roleLabels[role] })),
  ],
}
