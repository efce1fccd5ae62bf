import { z } from 'zod'
import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { idParams } from '#lib/core/wire.ts'
import { changeRole, grantRole } from './change-role.ts'
import { issueEnrolCode } from './enrol-code.ts'
import { roleGrantRules } from './errors.ts'
import { listSavedFilters, listStaffPage } from './queries.ts'
import { resetTotp } from './reset-totp.ts'
import { deleteSavedFilter, saveFilter } from './save-filter.ts'
import {
  changedRole,
  enrolCode,
  roleGrantInput,
  roleInput,
  savedFilter,
  savedFilterInput,
  savedFilterList,
  staffList,
  staffQuery,
} from './schema.ts'
import { signOutStaff } from './sign-out.ts'

export const staffCall = call({
  method: 'GET',
  path: '/api/admin/staff',
  access: 'SUPPORT',
  query: staffQuery,
  answer: staffList,
  run: ({ db, query }) => listStaffPage(db, query),
})

export const grantRoleCall = call({
  method: 'POST',
  path: '/api/admin/staff',
  access: 'OWNER',
  reauth: true,
  body: roleGrantInput,
  status: 201,
  answer: changedRole,
  run: async ({ db, body, ...context }) => {
    refuseBroken(roleGrantRules(body.memberId))
    return grantRole(db, staffActor(context), { loginId: body.memberId, role: body.role })
  },
})

export const changeRoleCall = call({
  method: 'PATCH',
  path: '/api/admin/staff/{id}',
  access: 'OWNER',
  reauth: true,
  params: idParams,
  body: roleInput,
  answer: changedRole,
  run: ({ db, params, body, ...context }) =>
    changeRole(db, staffActor(context), { memberId: params.id, role: body.role }),
})

export const issueEnrolCodeCall = call({
  method: 'POST',
  path: '/api/admin/staff/{id}/enrol-code',
  access: 'OWNER',
  reauth: true,
  params: idParams,
  status: 201,
  answer: enrolCode,
  run: async ({ db, params, ...context }) => {
    const { code, expiresAt } = await issueEnrolCode(db, staffActor(context), { memberId: params.id })
    return { code, expiresAt: expiresAt.toISOString() }
  },
})

export const resetTotpCall = call({
  method: 'DELETE',
  path: '/api/admin/staff/{id}/totp',
  access: 'OWNER',
  reauth: true,
  params: idParams,
  answer: z.object({}),
  run: async ({ db, params, ...context }) => {
    await resetTotp(db, staffActor(context), { memberId: params.id })
    return {}
  },
})

export const signOutStaffCall = call({
  method: 'DELETE',
  path: '/api/admin/staff/{id}/sessions',
  access: 'OWNER',
  reauth: true,
  params: idParams,
  answer: z.object({}),
  run: async ({ db, params, ...context }) => {
    await signOutStaff(db, staffActor(context), { memberId: params.id })
    return {}
  },
})

export const savedFiltersCall = call({
  method: 'GET',
  path: '/api/admin/saved-filters',
  access: 'SUPPORT',
  answer: savedFilterList,
  run: async ({ caller }) => {
    const rows = await listSavedFilters(caller.memberId)
    return { rows, nextCursor: null, total: rows.length }
  },
})

export const saveFilterCall = call({
  method: 'POST',
  path: '/api/admin/saved-filters',
  access: 'SUPPORT',
  body: savedFilterInput,
  status: 201,
  answer: savedFilter,
  run: ({ caller, body }) => saveFilter(caller.memberId, body),
})

export const deleteFilterCall = call({
  method: 'DELETE',
  path: '/api/admin/saved-filters/{id}',
  access: 'SUPPORT',
  params: idParams,
  answer: z.object({}),
  run: async ({ caller, params }) => {
    await deleteSavedFilter(caller.memberId, params.id)
    return {}
  },
})
