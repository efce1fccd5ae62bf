import { expect, test } from 'vitest'
import { db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { lastCodeTo, lastMessageBodyTo } from '#lib/messages/testing/outbox.ts'
import { checkCode, spendCode } from './check-code.ts'
import { hasCodeBeenSent } from './queries.ts'
import type { VerificationChannel } from './rules.ts'
import { sendCode } from './send-code.ts'

let targetCount = 0
const newTarget = () => `target${++targetCount}@example.com`

const ageCodes = (target: string, interval: string) =>
  ownerDatabase().rows(
    `UPDATE verification_codes SET created_at = created_at - $2::interval, expires_at = expires_at - $2::interval
     WHERE target = $1`,
    [target, interval],
  )

async function sendNewCode(channel: VerificationChannel = 'EMAIL') {
  const target = newTarget()
  await sendCode(db(), { channel, target })
  return { channel, target, code: await lastCodeTo(target) }
}

const wrongCodeFor = (code: string) => String((Number(code) + 1) % 100_000).padStart(5, '0')

const wrongCodeError = { code: 'BAD_INPUT', message: '인증번호가 올바르지 않습니다' }
const expiredCodeError = { code: 'BAD_INPUT', message: '인증번호가 만료되었습니다' }

test('a code has five digits, is kept as a hash only, and its message is sealed', async () => {
  const { target, code } = await sendNewCode()
  expect(code).toMatch(/^\d{5}$/)
  expect(await lastMessageBodyTo(target)).toBe(`인증번호 ${code} · 3분 안에 입력해 주세요.`)
  const stored = await oneRow<{ all: string }>(
    db(),
    `SELECT (SELECT body FROM outbox_messages WHERE "to" = $1) || encode(code_hash, 'escape') AS all
     FROM verification_codes WHERE target = $1`,
    [target],
  )
  expect(stored.all).not.toContain(code)
})

test('the right code is right until it is spent, and spent once', async () => {
  const claim = await sendNewCode()
  const id = await checkCode(db(), claim)
  expect(await checkCode(db(), claim)).toEqual(id)
  const spent = await Promise.allSettled([spendCode(db(), id), spendCode(db(), id), spendCode(db(), id)])
  expect(spent.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  await expect(checkCode(db(), claim)).rejects.toMatchObject(wrongCodeError)
})

test('the right code is no try: it stays right for whoever is refused for something else, as a taken id', async () => {
  const claim = await sendNewCode()
  const wrong = { ...claim, code: wrongCodeFor(claim.code) }
  for (let tries = 0; tries < 4; tries++) await expect(checkCode(db(), wrong)).rejects.toMatchObject(wrongCodeError)
  for (let tries = 0; tries < 6; tries++) expect(await checkCode(db(), claim)).toMatchObject({ channel: 'EMAIL' })
  await expect(checkCode(db(), wrong)).rejects.toMatchObject(wrongCodeError)
  await expect(checkCode(db(), claim)).rejects.toMatchObject(wrongCodeError)
})

test('after five tries even the right code is wrong', async () => {
  const claim = await sendNewCode()
  for (let tries = 0; tries < 5; tries++)
    await expect(checkCode(db(), { ...claim, code: wrongCodeFor(claim.code) })).rejects.toMatchObject(wrongCodeError)
  await expect(checkCode(db(), claim)).rejects.toMatchObject(wrongCodeError)
})

test('the fifth try may still be right', async () => {
  const claim = await sendNewCode()
  for (let tries = 0; tries < 4; tries++)
    await expect(checkCode(db(), { ...claim, code: wrongCodeFor(claim.code) })).rejects.toMatchObject(wrongCodeError)
  expect(await checkCode(db(), claim)).toMatchObject({ id: expect.any(Number) })
})

test('fifty guesses at once are five tries', async () => {
  const claim = await sendNewCode()
  const guesses = Array.from({ length: 50 }, () => checkCode(db(), { ...claim, code: wrongCodeFor(claim.code) }))
  await Promise.allSettled(guesses)
  const row = await oneRow(db(), 'SELECT tries FROM verification_codes WHERE target = $1', [claim.target])
  expect(row).toEqual({ tries: 5 })
})

test('a code holds for three minutes', async () => {
  const claim = await sendNewCode()
  await ageCodes(claim.target, '2 minutes 30 seconds')
  await checkCode(db(), claim)
  await ageCodes(claim.target, '31 seconds')
  await expect(checkCode(db(), claim)).rejects.toMatchObject(expiredCodeError)
})

test('only the last code sent counts', async () => {
  const claim = await sendNewCode()
  await ageCodes(claim.target, '61 seconds')
  await sendCode(db(), claim)
  const code = await lastCodeTo(claim.target)
  if (code !== claim.code) await expect(checkCode(db(), claim)).rejects.toMatchObject(wrongCodeError)
  expect(await checkCode(db(), { ...claim, code })).toMatchObject({ id: expect.any(Number) })
})

test('a code belongs to its target and its channel', async () => {
  const claim = await sendNewCode()
  const other = await sendNewCode()
  if (claim.code !== other.code)
    await expect(checkCode(db(), { ...claim, target: other.target })).rejects.toMatchObject(wrongCodeError)
  await expect(checkCode(db(), { ...claim, channel: 'PHONE' })).rejects.toMatchObject(wrongCodeError)
  await expect(checkCode(db(), { ...claim, target: newTarget() })).rejects.toMatchObject(wrongCodeError)
})

test('one code a minute a target: of ten asked for at once one is sent', async () => {
  // Opens all connections of the pool first, because otherwise the requests below would run one after the other.
  await Promise.all(Array.from({ length: 12 }, () => db().rows('SELECT pg_sleep(0.05)')))
  for (let round = 0; round < 5; round++) {
    const target = newTarget()
    const asked = Array.from({ length: 10 }, () => sendCode(db(), { channel: 'EMAIL', target }))
    const refused = (await Promise.allSettled(asked)).filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(9)
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
      expect(reason.retryAfterSeconds).toBeGreaterThan(50)
      expect(reason.retryAfterSeconds).toBeLessThanOrEqual(60)
    }
    expect(await db().rows('SELECT 1 FROM verification_codes WHERE target = $1', [target])).toHaveLength(1)
  }
})

test('five codes a day a target, the next one the day after', async () => {
  const { target, channel } = await sendNewCode()
  for (let at = 1; at < 5; at++) {
    await ageCodes(target, '61 seconds')
    await sendCode(db(), { channel, target })
  }
  await ageCodes(target, '61 seconds')
  await expect(sendCode(db(), { channel, target })).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: '요청이 너무 많아요. 24시간 뒤에 다시 시도해 주세요.',
  })
  await ageCodes(target, '21 hours')
  await expect(sendCode(db(), { channel, target })).rejects.toMatchObject({
    message: '요청이 너무 많아요. 3시간 뒤에 다시 시도해 주세요.',
  })
  await ageCodes(target, '1 day')
  await sendCode(db(), { channel, target })
})

test('whether a code was sent is known by channel and target', async () => {
  const { target } = await sendNewCode()
  expect(await hasCodeBeenSent(db(), 'EMAIL', target)).toBe(true)
  expect(await hasCodeBeenSent(db(), 'PHONE', target)).toBe(false)
  expect(await hasCodeBeenSent(db(), 'EMAIL', newTarget())).toBe(false)
})
