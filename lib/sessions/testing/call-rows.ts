import { db, oneRow } from '#lib/core/db.ts'
import { makeMember, TEST_PASSWORD } from '#lib/members/testing/members.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { issueLoginTicket } from '../login-ticket.ts'
import { makeTotpInput } from './totp.ts'

export const callTestRows: CallTestRows = {
  'POST /auth/login': {
    access: 'public',
    body: async () => ({ id: (await makeMember()).loginId, password: TEST_PASSWORD }),
    malformed: '입력 양식을 맞춰주세요.',
  },
  'POST /auth/login/totp': { access: 'public', body: makeTotpInput, malformed: '입력 양식을 맞춰주세요.' },
  'POST /auth/login/totp/enrol': {
    access: 'public',
    body: async () => ({ ticket: await issueLoginTicket(db(), (await makeMember({ role: 'SUPPORT' })).id) }),
    malformed: '입력 양식을 맞춰주세요.',
  },
  'POST /auth/logout': { access: 'member' },
  'GET /logout': { access: 'anyone', status: 303 },
  'GET /auth/sessions': { access: 'member' },
  'DELETE /auth/sessions': { access: 'member' },
  'DELETE /auth/sessions/{id}': {
    access: 'member',
    id: async (owner) =>
      (await oneRow<{ id: string }>(db(), 'SELECT id FROM sessions WHERE member_id = $1', [owner.id])).id,
  },
}
