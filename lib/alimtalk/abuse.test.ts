import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { changeContact } from '#lib/accounts/change-contact.ts'
import { sendCodeAndRead } from '#lib/accounts/testing/codes.ts'
import { memberActor } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { takeIpAddressToken } from '#lib/core/limits.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { messageTemplates, type TemplateKind, templateKinds } from '#lib/messages/labels.ts'
import { outboxForStaff } from '#lib/messages/queries.ts'
import { queueTemplate } from '#lib/messages/queue-message.ts'
import { resendMessage } from '#lib/messages/resend-message.ts'
import { templateText } from '#lib/messages/rules.ts'
import { lastCodeTo } from '#lib/messages/testing/outbox.ts'
import { sendCode } from '#lib/verification/send-code.ts'
import { chooseAlerts } from './choose-alerts.ts'
import { alertSettingsOf } from './queries.ts'
import { shopNameForTemplate } from './rules.ts'
import { connectSolapi, makeMemberWithAlerts, newPhone, sendAlerts, sendQueuedMessages } from './testing/alerts.ts'
import { type SolapiStandIn, startSolapiStandIn } from './testing/solapi-stand-in.ts'
import { sendPhoneCode, verifyPhone } from './verify-phone.ts'

let solapi: SolapiStandIn

beforeAll(async () => {
  solapi = await startSolapiStandIn()
})
afterAll(() => solapi.stop())
beforeEach(async () => {
  await connectSolapi(solapi)
  solapi.messages.length = 0
  await ownerDatabase().rows('DELETE FROM outbox_messages')
})

const everything = { charge: true, hold: true, order: true }
const nothing = { charge: false, hold: false, order: false }
const refusal = { code: 'CONFLICT', message: '휴대전화를 인증하면 알림을 받을 수 있어요.' }

test('a number that was only typed is told nothing, whatever its member chooses', async () => {
  const phone = newPhone()
  const { id } = await makeMember({ phone })
  for (const kind of ['charge', 'hold', 'order'])
    await expect(chooseAlerts(db(), memberActor(id), { ...nothing, [kind]: true })).rejects.toMatchObject(refusal)
  await db().rows("INSERT INTO member_alerts (member_id, kind, is_on) VALUES ($1, 'CHARGE', true)", [id])
  await makeCreditedCharge(id)
  await sendAlerts()
  expect(solapi.messages).toEqual([])
})

test('a member without a number can choose nothing, and any may turn off', async () => {
  const { id } = await makeMember()
  await expect(chooseAlerts(db(), memberActor(id), everything)).rejects.toMatchObject(refusal)
  expect(await chooseAlerts(db(), memberActor(id), nothing)).toEqual({
    ...nothing,
    phone: null,
    isVerified: false,
    isOffered: true,
  })
})

test('a shop without Solapi offers nothing', async () => {
  const { id } = await makeMemberWithAlerts({ charge: false, hold: false, order: false })
  await db().rows("DELETE FROM connections WHERE kind = 'solapi'")
  await expect(chooseAlerts(db(), memberActor(id), everything)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: '지금은 알림톡과 문자를 보낼 수 없어요.',
  })
})

test('codes to one number keep their limit, whoever asks for them', async () => {
  const phone = newPhone()
  const { id } = await makeMember({ phone })
  await sendCode(db(), { channel: 'PHONE', target: phone })
  await expect(sendPhoneCode(db(), memberActor(id), '198.51.100.20')).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
  await sendQueuedMessages()
  expect(solapi.messages).toHaveLength(1)
})

test('codes that one address asks for are limited, whatever the numbers', async () => {
  const address = '198.51.100.21'
  for (let taken = 0; taken < 60; taken++) takeIpAddressToken('codes', address)
  const { id } = await makeMember({ phone: newPhone() })
  await expect(sendPhoneCode(db(), memberActor(id), address)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await sendPhoneCode(db(), memberActor(id), '198.51.100.22')
})

test('a number is proved only by a code that was sent to it', async () => {
  const [phone, own] = [newPhone(), newPhone()]
  const { id } = await makeMember({ phone })
  await sendCode(db(), { channel: 'PHONE', target: own })
  await sendPhoneCode(db(), memberActor(id), '198.51.100.20')
  const right = await lastCodeTo(phone)
  const other = await lastCodeTo(own)
  if (other !== right)
    await expect(verifyPhone(db(), memberActor(id), other)).rejects.toMatchObject({ code: 'BAD_INPUT' })
  expect(await verifyPhone(db(), memberActor(id), right)).toMatchObject({ isVerified: true })
  await expect(sendPhoneCode(db(), memberActor(id), '198.51.100.20')).rejects.toMatchObject({
    message: '이미 인증한 휴대전화예요.',
  })
  await expect(verifyPhone(db(), memberActor(id), right)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('without a number there is nothing to prove', async () => {
  const { id } = await makeMember()
  await expect(sendPhoneCode(db(), memberActor(id), '198.51.100.20')).rejects.toMatchObject({
    message: '휴대전화를 먼저 등록해 주세요.',
  })
})

test('a number that a code changed is proved, and one that was written without a code is not', async () => {
  const { id } = await makeMemberWithAlerts()
  const target = newPhone()
  const code = await sendCodeAndRead('PHONE', target)
  await changeContact(db(), { memberId: id, channel: 'PHONE', target, code, address: '127.0.0.1' })
  expect(await alertSettingsOf(db(), id)).toMatchObject({
    isVerified: true,
    phone: target.replace(/(...)....(....)/, '$1-****-$2'),
  })
  await db().rows('UPDATE members SET phone = $2 WHERE id = $1', [id, newPhone()])
  expect((await alertSettingsOf(db(), id)).isVerified).toBe(false)
  await db().rows('UPDATE members SET phone = $2 WHERE id = $1', [id, target])
  expect((await alertSettingsOf(db(), id)).isVerified).toBe(false)
})

test('a code is never in what staff see, nor in the log', async () => {
  const written: string[] = []
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)
  const err = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)
  const target = newPhone()
  await sendCode(db(), { channel: 'PHONE', target })
  const code = await lastCodeTo(target)
  const before = await outboxForStaff(db(), { q: '', size: 50 })
  solapi.state.faultOf = () => 'busy'
  await sendQueuedMessages()
  solapi.state.faultOf = () => undefined
  await db().rows("UPDATE outbox_messages SET next_try_at = now() - interval '1 second'")
  await sendQueuedMessages()
  out.mockRestore()
  err.mockRestore()
  const after = await outboxForStaff(db(), { q: '', size: 50 })
  const stored = await oneRow(db(), 'SELECT body, variables FROM outbox_messages WHERE "to" = $1', [target])
  expect(solapi.messages.map(({ text }) => text)).toEqual([`인증번호 ${code} · 3분 안에 입력해 주세요.`])
  expect(before.rows[0]).toMatchObject({ template: 'CODE', body: null })
  expect(stored).toEqual({ body: '', variables: '' })
  expect(env().DEMO).toBe(false)
  expect(JSON.stringify([before.rows, after.rows, stored, written]).replaceAll(target, '')).not.toContain(code)
})

const right: Readonly<Record<TemplateKind, Record<string, string>>> = {
  CODE: { 인증번호: '12345' },
  CHARGE: { 상점명: '포인트샵', 건수: '1', 금액: '50,000원' },
  HOLD: { 상점명: '포인트샵', 건수: '1' },
  ORDER: { 상점명: '포인트샵', 건수: '1,000', 완료: '999', 일부: '0', 취소: '1' },
}

const hostile = [
  '#{인증번호}',
  'https://evil.example/a',
  'evil.example',
  'a/b',
  '1\n광고',
  '<b>1</b>',
  '',
  '9'.repeat(200),
  '가'.repeat(21),
]

test.each(templateKinds)('no value of the template %s can be a variable, a link, a second line or long', (kind) => {
  expect(templateText(kind, right[kind])).not.toContain('#{')
  for (const name of Object.keys(messageTemplates[kind].variables))
    for (const value of hostile) expect(() => templateText(kind, { ...right[kind], [name]: value })).toThrow(name)
})

test('a message with such a value is not queued', async () => {
  const message = { template: 'HOLD', to: newPhone(), subject: '', life: null, memberId: null } as const
  const values = { 상점명: '#{건수}', 건수: '1' }
  await expect(queueTemplate(db(), { ...message, values })).rejects.toThrow('상점명')
  expect(await db().rows('SELECT FROM outbox_messages')).toEqual([])
})

test('the shop’s name is a value whatever staff have typed there', () => {
  for (const name of ['#{건수}', 'https://evil.example', '', '  ', '가'.repeat(100), '상점\n광고', '<script>', '👍👍'])
    expect(() => templateText('HOLD', { 상점명: shopNameForTemplate(name), 건수: '1' })).not.toThrow()
  expect(shopNameForTemplate('포인트샵 (주)')).toBe('포인트샵 (주)')
  expect(shopNameForTemplate('https://evil.example')).toBe('https evil example')
})

test('texts hold no link and nothing that advertises, and fit into a short text message', () => {
  for (const kind of templateKinds) {
    const text = templateText(kind, { ...right[kind], ...(kind !== 'CODE' && { 상점명: '가'.repeat(10) }) })
    expect(text).not.toMatch(/https?:|www|광고|할인|이벤트|쿠폰|혜택/)
    expect([...text].reduce((bytes, each) => bytes + (each.charCodeAt(0) < 128 ? 1 : 2), 0)).toBeLessThanOrEqual(90)
  }
})

test('staff can’t have a notice sent again that its member chose', async () => {
  const { id } = await makeMemberWithAlerts()
  await makeCreditedCharge(id)
  await sendAlerts()
  const { id: messageId } = await oneRow<{ id: number }>(
    db(),
    "UPDATE outbox_messages SET status = 'FAILED', sent_at = NULL WHERE member_id = $1 RETURNING id",
    [id],
  )
  await expect(resendMessage(db(), someStaff, { id: messageId })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: '회원이 고른 알림은 다시 보내지 않아요.',
  })
})
