import { expect, test } from 'vitest'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { lastMessageBodyTo } from '#lib/messages/testing/outbox.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { type SignedIn, send, signedIn } from '#lib/web/testing/caller.ts'
import { changeEmailCall, changePhoneCall } from './calls.ts'
import { changeContact } from './change-contact.ts'
import { contactOf } from './queries.ts'
import { holderOfResetLink } from './reset-link.ts'
import { sendResetLink } from './send-reset-link.ts'
import { sendCodeAndRead } from './testing/codes.ts'
import { createResetTokenFor, lastResetTokenSentTo } from './testing/links.ts'

let count = 0
const newEmail = () => `contact${++count}@example.com`
const newPhone = () => `018${String(++count).padStart(8, '0')}`

const contactOfMember = ({ id }: { id: number }) => contactOf(db(), id)

const changeEmail = async (member: SignedIn, email: string, emailCode: string) =>
  send(changeEmailCall, {
    headers: { ...member.headers, ...(await reauthHeaders(member)) },
    body: { email, emailCode },
  })

const changePhone = async (member: SignedIn, phoneNumber: string, sendCode: string) =>
  send(changePhoneCall, {
    headers: { ...member.headers, ...(await reauthHeaders(member)) },
    body: { phoneNumber, sendCode },
  })

const wrongCode = { status: 400, json: { message: '인증번호가 올바르지 않습니다' } }

test('a verified address replaces the old one, which is told without the new one, and the change is recorded', async () => {
  const old = newEmail()
  const member = await signedIn({ email: old })
  const email = newEmail()
  const { status, json } = await changeEmail(member, email.toUpperCase(), await sendCodeAndRead('EMAIL', email))
  expect({ status, json }).toEqual({ status: 200, json: { email } })
  expect((await contactOfMember(member)).email).toBe(email)
  const notice = await lastMessageBodyTo(old)
  expect(notice).toContain('이메일 주소가 다른 주소로 변경됐어요')
  expect(notice).not.toContain(email)
  const events = await db().rows('SELECT kind FROM account_events WHERE member_id = $1', [member.id])
  expect(events).toEqual([{ kind: 'EMAIL_CHANGED' }])
})

test('a verified number replaces the old one, which is told', async () => {
  const old = newPhone()
  const member = await signedIn({ phone: old })
  const phone = newPhone()
  expect((await changePhone(member, phone, await sendCodeAndRead('PHONE', phone))).status).toBe(200)
  expect((await contactOfMember(member)).phone).toBe(phone)
  expect(await lastMessageBodyTo(old)).toContain('휴대전화 번호가 변경됐어요')
  expect(await db().rows('SELECT channel FROM outbox_messages WHERE "to" = $1', [old])).toEqual([{ channel: 'SMS' }])
})

test('a member without an address adds one, and nobody is notified', async () => {
  const member = await signedIn()
  const email = newEmail()
  const before = await oneRow(db(), 'SELECT count(*)::int FROM outbox_messages')
  await changeContact(db(), {
    ...{ memberId: member.id, channel: 'EMAIL', target: email, address: '' },
    code: await sendCodeAndRead('EMAIL', email),
  })
  // Only the message with the code was queued; there is no old address to notify.
  const after = await oneRow<{ count: number }>(db(), 'SELECT count(*)::int FROM outbox_messages')
  expect(after.count).toBe((before as { count: number }).count + 1)
  expect((await contactOfMember(member)).email).toBe(email)
})

test('a session alone changes nothing: a fresh proof of its member is needed', async () => {
  const member = await signedIn()
  const [email, phoneNumber] = [newEmail(), newPhone()]
  const answers = [
    await send(changeEmailCall, {
      headers: member.headers,
      body: { email, emailCode: await sendCodeAndRead('EMAIL', email) },
    }),
    await send(changePhoneCall, {
      headers: member.headers,
      body: { phoneNumber, sendCode: await sendCodeAndRead('PHONE', phoneNumber) },
    }),
  ]
  for (const { status, json } of answers) expect([status, json.code]).toEqual([403, 'REAUTH_REQUIRED'])
  expect(await contactOfMember(member)).toEqual({ email: null, phone: null })
})

test('another member’s address can’t be taken over, nor by a code of another address or of the telephone', async () => {
  const victim = await makeMember({ email: newEmail(), phone: newPhone() })
  const owned = await contactOfMember(victim)
  const attacker = await signedIn({ email: newEmail(), phone: newPhone() })
  const before = await contactOfMember(attacker)
  const own = newEmail()
  const ownCode = await sendCodeAndRead('EMAIL', own)
  const phone = newPhone()
  const phoneCode = await sendCodeAndRead('PHONE', phone)
  expect(await changeEmail(attacker, owned.email ?? '', ownCode)).toMatchObject({
    status: 400,
    json: { message: '이메일 인증코드를 전송하세요' },
  })
  // A valid code for the victim's address, which could have been sent before the victim signed up, doesn't help either.
  const sent = await sendCodeAndRead('EMAIL', owned.email ?? '')
  expect(await changeEmail(attacker, owned.email ?? '', sent)).toMatchObject({
    status: 409,
    json: { message: '이미 존재하는 이메일 입니다' },
  })
  const other = newEmail()
  const otherCode = await sendCodeAndRead('EMAIL', other)
  if (otherCode !== ownCode) expect(await changeEmail(attacker, own, otherCode)).toMatchObject(wrongCode)
  if (phoneCode !== otherCode) expect(await changeEmail(attacker, other, phoneCode)).toMatchObject(wrongCode)
  expect(await contactOfMember(attacker)).toEqual(before)
  expect(await contactOfMember(victim)).toEqual(owned)
})

test('a code is used once: neither again nor by two at the same time', async () => {
  const member = await signedIn()
  const other = await signedIn()
  const phone = newPhone()
  const code = await sendCodeAndRead('PHONE', phone)
  const answers = await Promise.all([changePhone(member, phone, code), changePhone(other, phone, code)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  for (const each of [member, other]) expect([400, 409]).toContain((await changePhone(each, phone, code)).status)
  const holders = await db().rows('SELECT id FROM members WHERE phone = $1', [phone])
  expect(holders).toHaveLength(1)
})

test('two changes of one member at once both count, one after the other, and each tells the address before it', async () => {
  const old = newEmail()
  const member = await signedIn({ email: old })
  const [one, two] = [newEmail(), newEmail()]
  const codes = [await sendCodeAndRead('EMAIL', one), await sendCodeAndRead('EMAIL', two)] as const
  const answers = await Promise.all([changeEmail(member, one, codes[0]), changeEmail(member, two, codes[1])])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const { email: last } = await contactOfMember(member)
  const notified = await db().rows<{ to: string }>(
    `SELECT "to" FROM outbox_messages WHERE subject = '이메일 주소가 변경됐어요' AND "to" = ANY ($1) ORDER BY id`,
    [[old, one, two]],
  )
  expect(notified.map(({ to }) => to)).toEqual([old, last === one ? two : one])
})

test('a reset link that was sent to the old address ends with it', async () => {
  const member = await signedIn({ email: newEmail() })
  const link = await createResetTokenFor(member)
  expect(await holderOfResetLink(db(), link)).not.toBeNull()
  const email = newEmail()
  expect((await changeEmail(member, email, await sendCodeAndRead('EMAIL', email))).status).toBe(200)
  expect(await holderOfResetLink(db(), link)).toBeNull()
})

test('a changed address counts as no reset link: a first password can be set at once', async () => {
  const member = await signedIn()
  for (let change = 0; change < 5; change++) {
    const email = newEmail()
    expect((await changeEmail(member, email, await sendCodeAndRead('EMAIL', email))).status).toBe(200)
  }
  const { email } = await contactOfMember(member)
  await sendResetLink(db(), email ?? '')
  expect(await holderOfResetLink(db(), await lastResetTokenSentTo(email ?? ''))).toMatchObject({ memberId: member.id })
})

test('the present address is no change, and a code is guessed at most five times', async () => {
  const email = newEmail()
  const member = await signedIn({ email })
  expect((await changeEmail(member, email, await sendCodeAndRead('EMAIL', email))).status).toBe(409)
  const other = newEmail()
  const code = await sendCodeAndRead('EMAIL', other)
  const wrong = String((Number(code) + 1) % 100_000).padStart(5, '0')
  for (let tries = 0; tries < 5; tries++) expect(await changeEmail(member, other, wrong)).toMatchObject(wrongCode)
  expect(await changeEmail(member, other, code)).toMatchObject(wrongCode)
  expect((await contactOfMember(member)).email).toBe(email)
})
