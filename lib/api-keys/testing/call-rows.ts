import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { makeApiKeyCall } from '../calls.ts'
import { issueApiKey } from '../issue-api-key.ts'

const newKey = { name: '서버', scopes: ['read'], addresses: ['203.0.113.7'], dailyCap: 1_000 }

const makeKey = async (owner: SignedIn): Promise<number> => {
  const headers = { ...owner.headers, ...(await reauthHeaders(owner)) }
  return (await send(makeApiKeyCall, { headers, body: newKey })).json.id
}

export const callTestRows: CallTestRows = {
  'GET /auth/api-keys': { access: 'member' },
  'POST /auth/api-keys': { access: 'member', status: 201, headers: reauthHeaders, body: () => newKey },
  'PATCH /auth/api-keys/{id}': {
    access: 'member',
    id: makeKey,
    headers: reauthHeaders,
    body: () => ({ frozen: true }),
  },
  'DELETE /auth/api-keys/{id}': { access: 'member', id: makeKey, headers: reauthHeaders },
  'POST /auth/api-keys/{id}/rotate': {
    access: 'member',
    id: makeKey,
    headers: reauthHeaders,
    body: () => ({ overlapHours: 1 }),
  },
  'POST /auth/api-key': { access: 'member', headers: reauthHeaders },
  'DELETE /api/admin/members/{id}/api-key': {
    access: 'MANAGER',
    id: async () => {
      const { id } = await makeMember()
      await issueApiKey(db(), id)
      return id
    },
  },
}
