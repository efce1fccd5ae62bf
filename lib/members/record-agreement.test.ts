import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clock } from '#lib/core/clock.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { send, signIn } from '#lib/web/testing/caller.ts'
import { registerCall } from './calls.ts'
import { adminMemberCall } from './detail/calls.ts'
import { makeMember } from './testing/members.ts'

const manager = await signIn(await makeMember({ role: 'MANAGER' }), 'MANAGER')

beforeEach(() => db().rows('DELETE FROM terms_versions'))
afterEach(() => vi.restoreAllMocks())

const setNow = (at: string) => vi.spyOn(clock, 'now').mockReturnValue(new Date(at))

const addVersion = async (kind: string, since: string): Promise<number> =>
  (
    await oneRow<{ id: number }>(
      db(),
      "INSERT INTO terms_versions (kind, since, body) VALUES ($1, $2, '# 목적\n새 글') RETURNING id",
      [kind, since],
    )
  ).id

let count = 0

async function register(agreed: unknown) {
  const { id: registerWhere } = await oneRow<{ id: number }>(
    db(),
    "INSERT INTO register_wheres (text) VALUES ('네이버') RETURNING id",
  )
  const id = `agreeing_${++count}`
  const body = { id, password: 'right-password', email: `${id}@example.com`, registerWhere, agreed }
  return { id, ...(await send(registerCall, { body })) }
}

const agreementsOfId = (loginId: string) =>
  db().rows(
    `SELECT a.kind, a.version_id, a.since FROM member_agreements a JOIN members m ON m.id = a.member_id
     WHERE m.login_id = $1 ORDER BY a.kind`,
    [loginId],
  )

test('what a newcomer agreed to is recorded with version and time, and staff see it', async () => {
  setNow('2027-03-01T00:00:00Z')
  const service = await addVersion('service', '2027-02-01')
  const { id, status } = await register({ service, privacy: 0 })
  expect(status).toBe(201)
  expect(await agreementsOfId(id)).toEqual([
    { kind: 'privacy', versionId: 0, since: '2021-06-20' },
    { kind: 'service', versionId: service, since: '2027-02-01' },
  ])
  const member = await oneRow<{ id: number }>(db(), 'SELECT id FROM members WHERE login_id = $1', [id])
  vi.restoreAllMocks()
  const { json } = await send(adminMemberCall, { headers: manager.headers, path: `/api/admin/members/${member.id}` })
  expect(json.agreements).toEqual([
    { kind: 'service', since: '2027-02-01', agreedAt: expect.any(String) },
    { kind: 'privacy', since: '2021-06-20', agreedAt: expect.any(String) },
  ])
})

test('without an agreement a sign-up by call succeeds and nothing is recorded', async () => {
  for (const agreed of [undefined, null]) {
    const { id, status } = await register(agreed)
    expect({ status, agreed: await agreementsOfId(id) }).toEqual({ status: 201, agreed: [] })
  }
})

test('only the version in force can be agreed to, or the one that was until yesterday', async () => {
  const first = await addVersion('service', '2027-02-01')
  const planned = await addVersion('service', '2027-04-01')
  const policy = await addVersion('privacy', '2027-02-01')
  setNow('2027-02-01T10:00:00+09:00')
  expect((await register({ service: 0, privacy: 0 })).status).toBe(201)
  expect((await register({ service: first, privacy: policy })).status).toBe(201)
  setNow('2027-02-02T10:00:00+09:00')
  for (const service of [0, planned, policy, 2_147_483_647]) {
    const { id, status, json } = await register({ service, privacy: policy })
    expect({ status, path: json.issues[0].path }).toEqual({ status: 400, path: 'agreed' })
    expect(await db().rows('SELECT FROM members WHERE login_id = $1', [id])).toEqual([])
  }
})

test.each([true, 'yes', {}, { service: 1 }, { service: -1, privacy: 0 }, { service: 0.5, privacy: 0 }])(
  'an agreement of another shape, %j, is refused',
  async (agreed) => {
    expect((await register(agreed)).status).toBe(400)
  },
)
