import { expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/test-members.ts'
import { send, signIn } from '#lib/web/test-caller.ts'
import { adminSettingsCall, saveSettingsCall, settingsCall } from './calls.ts'

const owner = await signIn(await makeMember({ role: 'OWNER' }), 'OWNER')
const save = (body: unknown) =>
  send(saveSettingsCall, { path: '/api/admin/settings', headers: owner.headers, address: '10.1.1.2:1', body })
const read = async () =>
  (await send(adminSettingsCall, { path: '/api/admin/settings', headers: owner.headers, address: '10.1.1.2:1' })).json

const trail = () =>
  db().rows<{ before: object; after: object }>(
    "SELECT before, after FROM audit_entries WHERE action = 'settings.save' ORDER BY id",
  )

test('some settings are saved together and show at once; one audit row tells what changed, none when nothing did', async () => {
  const rows = (await trail()).length
  const values = {
    FOOTER_CEO: '김대표',
    ENABLE_REFERRAL: true,
    REFERRAL_REWARD_PERCENT: 2.5,
    FOOTER_COMPANY: null,
    NONE: 1,
  }
  const saved = await save(values)
  expect(saved.json).toMatchObject({ FOOTER_CEO: '김대표', ENABLE_REFERRAL: true, REFERRAL_REWARD_PERCENT: 2.5 })
  expect(await read()).toEqual(saved.json)
  const { json: shown } = await send(settingsCall, { path: '/service/settings', headers: {}, address: '10.1.1.2:1' })
  expect(shown).toContainEqual({ key: 'FOOTER_CEO', value: '김대표' })
  await save(values)
  expect((await trail()).slice(rows)).toMatchObject([{ after: { FOOTER_CEO: '김대표', ENABLE_REFERRAL: true } }])
  expect((await trail()).at(-1)?.after).not.toHaveProperty('FOOTER_COMPANY')
})

test.each([
  { ENABLE_QNA: 'true' },
  { SITE_MAIN_COLOR: 'red' },
  { ENABLE_PAYMENT_TYPE: 'NONE' },
  { POINT_CHARGE_BUTTON_OPTIONS: [0] },
  { FOOTER_CEO: '이대표', SITE_KAKAO_CHANNEL_LINK: 'javascript:alert(1)' },
])('a setting of the wrong shape is refused, and nothing beside it is saved: %o', async (values) => {
  const before = await read()
  const { status, json } = await save(values)
  expect({ status, message: json.message }).toEqual({ status: 400, message: '입력 양식을 맞춰주세요' })
  expect(json.issues[0].path).toBe(Object.keys(values).at(-1))
  expect(await read()).toEqual(before)
})

test('of savings at once each audit row begins where the one before ended', async () => {
  const rows = (await trail()).length
  await Promise.all(Array.from({ length: 8 }, (_, at) => save({ FOOTER_CEO: `대표 ${at}` })))
  const states = (await trail()).slice(rows) as { before: { FOOTER_CEO: string }; after: { FOOTER_CEO: string } }[]
  expect(states).toHaveLength(8)
  for (const [at, { before }] of states.entries()) {
    if (at > 0) expect(before.FOOTER_CEO).toBe(states[at - 1]?.after.FOOTER_CEO)
  }
})
