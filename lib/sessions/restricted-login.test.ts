import { beforeEach, expect, test } from 'vitest'
import { makeStaff } from '#lib/approvals/decisions/testing/staff.ts'
import { db } from '#lib/core/db.ts'
import { restrictMemberCall } from '#lib/members/calls.ts'
import { membersForStaff } from '#lib/members/queries.ts'
import { makeMember, TEST_PASSWORD } from '#lib/members/testing/members.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import { loginCall } from './calls.ts'

beforeEach(() =>
  saveSettings({ FOOTER_CEO_PHONE_NUMBER: '02-123-4567', SITE_KAKAO_CHANNEL_LINK: 'https://pf.kakao.com/_shop' }),
)

const restrict = (staff: SignedIn, memberId: number, body: object) =>
  send(restrictMemberCall, { path: `/api/admin/members/${memberId}/restriction`, headers: staff.headers, body })

const logIn = async (id: string, secret: string) => (await send(loginCall, { body: { id, password: secret } })).json

const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString()

test('a suspended member reads the reason, the end and whom to ask at login', async () => {
  const [staff, member, until] = [await makeStaff('MANAGER'), await makeMember(), inAWeek()]
  await restrict(staff, member.id, { level: 'SUSPENDED', until, reason: '입금자명을 여러 번 도용' })
  expect(await logIn(member.loginId, TEST_PASSWORD)).toEqual({
    message: '이용이 제한된 계정입니다.',
    code: 'RESTRICTED',
    level: 'SUSPENDED',
    until,
    reason: '입금자명을 여러 번 도용',
    phone: '02-123-4567',
    chat: 'https://pf.kakao.com/_shop',
  })
  const { rows } = await membersForStaff(db(), { q: member.loginId, size: 1 } as never)
  expect(rows).toMatchObject([{ restrictionReason: '입금자명을 여러 번 도용' }])
})

test('a ban has no end, a restriction without a reason shows none, and a lifted one shows nothing', async () => {
  const [staff, member] = [await makeStaff('MANAGER'), await makeMember()]
  await saveSettings({ FOOTER_CEO_PHONE_NUMBER: '', SITE_KAKAO_CHANNEL_LINK: '' })
  await restrict(staff, member.id, { level: 'BANNED', until: inAWeek(), reason: '부정 충전' })
  const refusal = await logIn(member.loginId, TEST_PASSWORD)
  expect(refusal).toEqual({ message: refusal.message, code: 'RESTRICTED', level: 'BANNED', reason: '부정 충전' })
  await restrict(staff, member.id, { level: 'NORMAL', reason: '소명 확인' })
  expect(await logIn(member.loginId, TEST_PASSWORD)).toMatchObject({ accessToken: expect.any(String) })
  await db().rows("UPDATE members SET restriction = 'SUSPENDED' WHERE id = $1", [member.id])
  const old = await logIn(member.loginId, TEST_PASSWORD)
  expect(old).toEqual({ message: old.message, code: 'RESTRICTED', level: 'SUSPENDED' })
})

test('without the password a restricted account looks like one that doesn’t exist', async () => {
  const [staff, member] = [await makeStaff('MANAGER'), await makeMember()]
  await restrict(staff, member.id, { level: 'BANNED', reason: '부정 충전' })
  expect(await logIn(member.loginId, 'not-the-password')).toEqual(await logIn('nobodyhasthis', 'not-the-password'))
})
