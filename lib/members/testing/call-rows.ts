import { db, oneRow } from '#lib/core/db.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { makeMember } from './members.ts'

let count = 0

async function newSignUp() {
  const { id: registerWhere } = await oneRow<{ id: number }>(
    db(),
    "INSERT INTO register_wheres (text) VALUES ('네이버') RETURNING id",
  )
  return { id: `row_${++count}`, password: 'right-password', email: `row${count}@example.com`, registerWhere }
}

const newMemberNo = async () => (await makeMember()).id

export const callTestRows: CallTestRows = {
  'GET /api/admin/members/export': {
    access: 'SUPPORT',
    query: { good: 'status=BANNED&q=hong', bad: ['status=x', 'q=%00'] },
  },
  'GET /api/admin/members': {
    access: 'SUPPORT',
    query: {
      good: 'q=mem&status=NORMAL&role=MEMBER&size=200&cursor=9',
      bad: ['size=0', 'status=0', 'role=KING', 'cursor=0', 'q=%00'],
    },
  },
  'POST /api/admin/members/{id}/restriction': {
    access: 'MANAGER',
    id: newMemberNo,
    body: () => ({ level: 'WARNED', reason: '안내' }),
    headers: reauthHeaders,
  },
  'POST /api/admin/members/{id}/memo': { access: 'MANAGER', id: newMemberNo, body: () => ({ memo: '단골' }) },
  'POST /auth/register': {
    access: 'public',
    status: 201,
    body: () => newSignUp(),
    malformed: '회원가입에 실패했습니다',
  },
  'POST /auth/send-email': { access: 'public', body: () => ({ email: `code${++count}@example.com` }) },
  'POST /auth/send-phone-number': {
    access: 'public',
    body: () => ({ phoneNumber: `010${String(++count).padStart(8, '0')}` }),
  },
}
