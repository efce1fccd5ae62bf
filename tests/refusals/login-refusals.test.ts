import { expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { hashPassword } from '#lib/core/passwords.ts'
import { makeMember, TEST_PASSWORD } from '#lib/members/testing/members.ts'
import { loginCall } from '#lib/sessions/calls.ts'
import { send } from '#lib/web/testing/caller.ts'
import { expectRefusals } from '#lib/web/testing/refusals.ts'

const logIn = (body: unknown) => send(loginCall, { body })

test('a login meets the rules in the contract’s order', async () => {
  const member = await makeMember()
  const steps = [
    [{}, '아이디를 입력 해주세요.'],
    [{ id: 'a b' }, '아이디에 띄어쓰기는 불가능합니다.'],
    [{ id: member.loginId }, '비밀번호를 입력 해주세요.'],
    [{ password: 'wrong-password' }, '아이디 또는 비밀번호가 다릅니다.'],
  ] as const
  const body = await expectRefusals(loginCall, {}, steps, [400, 400, 400, 404])
  const { status, json } = await logIn({ ...body, password: TEST_PASSWORD })
  expect({ status, json }).toEqual({
    status: 200,
    json: { accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) },
  })
})

test('absent, null and empty are the same', async () => {
  for (const id of [undefined, null, ''])
    expect((await logIn({ id, password: 'x' })).json.message).toBe('아이디를 입력 해주세요.')
  for (const password of [undefined, null, ''])
    expect((await logIn({ id: 'member', password })).json.message).toBe('비밀번호를 입력 해주세요.')
})

test.each([[{ id: 1 }], [{ id: 'member', password: true }], [[]], [null], ['text'], [1], [{ id: {} }]])(
  'a body of the wrong shape, %j, has the call’s sentence for a login',
  async (body) => {
    const { status, json } = await logIn(body)
    expect({ status, message: json.message, code: json.code }).toEqual({
      status: 400,
      message: '입력 양식을 맞춰주세요.',
      code: 'BAD_INPUT',
    })
  },
)

test('an unknown id is told what a wrong password is told, to the letter', async () => {
  const { loginId } = await makeMember()
  const unknown = await logIn({ id: 'nobody_here', password: 'wrong-password' })
  const wrong = await logIn({ id: loginId, password: 'wrong-password' })
  expect([unknown.status, unknown.body, unknown.headers]).toEqual([wrong.status, wrong.body, wrong.headers])
})

test('an id is folded before it is looked up, its spaces are not cut off', async () => {
  const { loginId } = await makeMember()
  expect((await logIn({ id: loginId.toUpperCase(), password: TEST_PASSWORD })).status).toBe(200)
  expect((await logIn({ id: ` ${loginId}`, password: TEST_PASSWORD })).json.message).toBe(
    '아이디에 띄어쓰기는 불가능합니다.',
  )
})

test('a password that bcrypt would cut off is not mistaken for a shorter one', async () => {
  const { id, loginId } = await makeMember()
  const longest = '🙂'.repeat(18)
  await db().rows('UPDATE members SET password_hash = $2 WHERE id = $1', [id, await hashPassword(longest)])
  expect((await logIn({ id: loginId, password: longest })).status).toBe(200)
  expect((await logIn({ id: loginId, password: `${longest}x` })).status).toBe(404)
})

test('an id or a password as long as a body may be is simply wrong', async () => {
  const text = Array.from({ length: 20_000 }, (_, at) => ((at * 7_919) % 1_296).toString(36)).join('')
  expect((await logIn({ id: text, password: 'wrong-password' })).status).toBe(404)
  expect((await logIn({ id: 'nobody_here', password: text })).status).toBe(404)
})

test.each(['SUSPENDED', 'BANNED'] as const)(
  'a %s member is told so, but only with the right password',
  async (restriction) => {
    const { loginId } = await makeMember({ restriction })
    expect((await logIn({ id: loginId, password: 'wrong-password' })).status).toBe(404)
    const { status, json } = await logIn({ id: loginId, password: TEST_PASSWORD })
    expect({ status, json }).toEqual({
      status: 403,
      json: { message: '이용이 제한된 계정입니다.', code: 'RESTRICTED', level: restriction },
    })
  },
)

test('a member without a password, who came by Naver or Kakao, has none that is right', async () => {
  const { id, loginId } = await makeMember()
  await db().rows('UPDATE members SET password_hash = NULL WHERE id = $1', [id])
  expect((await logIn({ id: loginId, password: 'nobody has this password' })).status).toBe(404)
})
