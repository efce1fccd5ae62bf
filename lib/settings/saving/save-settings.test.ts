import { expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { send, signIn } from '#lib/web/testing/caller.ts'
import { adminSettingsCall, settingsCall } from '../calls.ts'
import { readSettingsHistory } from '../queries.ts'
import { saveSettingsCall } from './calls.ts'

const owner = await signIn(await makeMember({ role: 'OWNER' }), 'OWNER')
const saveAsOwner = async (body: unknown) =>
  send(saveSettingsCall, {
    path: '/api/admin/settings',
    headers: { ...owner.headers, ...(await reauthHeaders(owner)) },
    address: '10.1.1.2:1',
    body,
  })
const readSettings = async () =>
  (await send(adminSettingsCall, { path: '/api/admin/settings', headers: owner.headers, address: '10.1.1.2:1' })).json

const settingsAudits = () =>
  db().rows<{ before: object; after: object }>(
    "SELECT before, after FROM audit_entries WHERE action = 'settings.save' ORDER BY id",
  )

test('some settings are saved together and show at once; one audit row tells what changed, none when nothing did', async () => {
  const rows = (await settingsAudits()).length
  const values = {
    FOOTER_CEO: '김대표',
    ENABLE_REFERRAL: true,
    REFERRAL_REWARD_PERCENT: 2.5,
    FOOTER_COMPANY: null,
    NONE: 1,
  }
  const saved = await saveAsOwner(values)
  expect(saved.json).toMatchObject({ FOOTER_CEO: '김대표', ENABLE_REFERRAL: true, REFERRAL_REWARD_PERCENT: 2.5 })
  expect(await readSettings()).toEqual(saved.json)
  const { json: shown } = await send(settingsCall, { path: '/service/settings', headers: {}, address: '10.1.1.2:1' })
  expect(shown).toContainEqual({ key: 'FOOTER_CEO', value: '김대표' })
  await saveAsOwner(values)
  expect((await settingsAudits()).slice(rows)).toMatchObject([
    { after: { FOOTER_CEO: '김대표', ENABLE_REFERRAL: true } },
  ])
  expect((await settingsAudits()).at(-1)?.after).not.toHaveProperty('FOOTER_COMPANY')
})

test.each([
  { ENABLE_QNA: 'true' },
  { SITE_MAIN_COLOR: 'red' },
  { ENABLE_PAYMENT_TYPE: 'NONE' },
  { POINT_CHARGE_BUTTON_OPTIONS: [0] },
  { FOOTER_CEO: '이대표', SITE_KAKAO_CHANNEL_LINK: 'javascript:alert(1)' },
])('a setting of the wrong shape is refused, and nothing beside it is saved: %o', async (values) => {
  const before = await readSettings()
  const { status, json } = await saveAsOwner(values)
  expect({ status, message: json.message }).toEqual({ status: 400, message: '입력 양식을 맞춰주세요' })
  expect(json.issues[0].path).toBe(Object.keys(values).at(-1))
  expect(await readSettings()).toEqual(before)
})

test('of savings at once each audit row begins where the one before ended', async () => {
  const rows = (await settingsAudits()).length
  await Promise.all(Array.from({ length: 8 }, (_, at) => saveAsOwner({ FOOTER_CEO: `대표 ${at}` })))
  const states = (await settingsAudits()).slice(rows) as {
    before: { FOOTER_CEO: string }
    after: { FOOTER_CEO: string }
  }[]
  expect(states).toHaveLength(8)
  for (const [at, { before }] of states.entries()) {
    if (at > 0) expect(before.FOOTER_CEO).toBe(states[at - 1]?.after.FOOTER_CEO)
  }
})

test('a save with an older seen value is refused as a whole; with the newest one it succeeds', async () => {
  await saveAsOwner({ FOOTER_CEO: '처음', FOOTER_ADDRESS: '서울' })
  await saveAsOwner({ FOOTER_CEO: '먼저 온 이', seen: { FOOTER_CEO: '처음' } })
  const late = await saveAsOwner({
    FOOTER_CEO: '늦은 이',
    FOOTER_ADDRESS: '부산',
    seen: { FOOTER_CEO: '처음', FOOTER_ADDRESS: '서울' },
  })
  expect({ status: late.status, ...late.json }).toEqual({
    status: 409,
    code: 'CONFLICT',
    message: '그사이 다른 운영자가 바꾼 설정이 있어 저장하지 않았어요: 대표자',
  })
  expect(await readSettings()).toMatchObject({ FOOTER_CEO: '먼저 온 이', FOOTER_ADDRESS: '서울' })
  const again = await saveAsOwner({ FOOTER_CEO: '늦은 이', seen: { FOOTER_CEO: '먼저 온 이' } })
  expect(again.json.FOOTER_CEO).toBe('늦은 이')
})

test('saving the present value is no conflict, whatever value was seen', async () => {
  await saveAsOwner({ FOOTER_CEO: '같은 값' })
  expect((await saveAsOwner({ FOOTER_CEO: '같은 값', seen: { FOOTER_CEO: '옛값' } })).status).toBe(200)
})

test('of ten who saw the same value one saves, the others are told', async () => {
  await saveAsOwner({ FOOTER_COMPANY: '시작' })
  const tries = Array.from({ length: 10 }, (_, at) =>
    saveAsOwner({ FOOTER_COMPANY: `이름 ${at}`, seen: { FOOTER_COMPANY: '시작' } }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status).toSorted()
  expect(statuses).toEqual([200, ...Array(9).fill(409)])
})

test('the history tells who changed what, the last first, and keeps secrets to itself', async () => {
  await saveAsOwner({ SNS_KAKAO_TOKEN: 'a-secret-of-kakao-1234', FOOTER_CEO: '비밀이 아닌 이' })
  const { rows } = await readSettingsHistory(db(), { size: 1 })
  expect(rows).toMatchObject([
    {
      actorId: owner.loginId,
      changes: [
        { key: 'FOOTER_CEO', after: '비밀이 아닌 이' },
        { key: 'SNS_KAKAO_TOKEN', after: '••••' },
      ],
    },
  ])
  expect(JSON.stringify(await settingsAudits())).not.toContain('secret-of-kakao')
})
