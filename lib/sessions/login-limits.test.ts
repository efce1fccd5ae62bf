import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Caller } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { makeMember, TEST_PASSWORD } from '#lib/members/testing/members.ts'
import { send } from '#lib/web/testing/caller.ts'
import { loginCall } from './calls.ts'
import { countLoginAttempt, deleteLoginFailures } from './count-failures.ts'
import { countProofAttempt } from './count-proofs.ts'

beforeEach(() => db().rows('DELETE FROM login_failures'))

const tryLogin = (id: string, address: string, password = 'wrong-password') =>
  send(loginCall, { body: { id, password }, address })

async function failTimes(times: number, id: string, address: string): Promise<number[]> {
  const statuses = []
  for (let at = 0; at < times; at++) statuses.push((await tryLogin(id, address)).status)
  return statuses
}

const homeAddress = '192.0.2.1'
const otherAddress = '192.0.2.2'

test('after ten failures of an id its address waits, with the right password too, and no other address', async () => {
  const { loginId } = await makeMember()
  expect(await failTimes(11, loginId, homeAddress)).toEqual([...Array(10).fill(404), 429])
  const refused = await tryLogin(loginId, homeAddress, TEST_PASSWORD)
  const wait = Number(refused.headers['retry-after'])
  expect({ status: refused.status, json: refused.json }).toEqual({
    status: 429,
    json: {
      message: `요청이 너무 많아요. ${Math.ceil(wait / 60)}분 뒤에 다시 시도해 주세요.`,
      code: 'TOO_MANY_REQUESTS',
    },
  })
  expect(wait).toBeGreaterThan(600)
  expect(wait).toBeLessThanOrEqual(900)
  expect((await tryLogin(loginId, otherAddress, TEST_PASSWORD)).status).toBe(200)
})

test('another id may still try from there, until the address has failed thirty times', async () => {
  const { loginId } = await makeMember()
  await failTimes(10, 'first_id', homeAddress)
  await failTimes(10, 'second_id', homeAddress)
  expect((await tryLogin(loginId, homeAddress, TEST_PASSWORD)).status).toBe(200)
  expect(await failTimes(11, 'third_id', homeAddress)).toEqual([...Array(10).fill(404), 429])
  expect((await tryLogin(loginId, homeAddress, TEST_PASSWORD)).status).toBe(429)
})

test('thirty guesses at once are no more than ten', async () => {
  const { loginId } = await makeMember()
  const answers = await Promise.all(Array.from({ length: 30 }, () => tryLogin(loginId, homeAddress)))
  const tried = answers.filter(({ status }) => status === 404)
  expect(tried.length).toBeLessThanOrEqual(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30 - tried.length)
})

test('failures older than fifteen minutes don’t count', async () => {
  const { loginId } = await makeMember()
  await failTimes(10, loginId, homeAddress)
  await ownerDatabase().rows("UPDATE login_failures SET at = at - interval '15 minutes 1 second'")
  expect((await tryLogin(loginId, homeAddress, TEST_PASSWORD)).status).toBe(200)
})

test('a successful login deletes its id’s failures from that address', async () => {
  const { loginId } = await makeMember()
  await failTimes(9, loginId, homeAddress)
  expect((await tryLogin(loginId, homeAddress, TEST_PASSWORD)).status).toBe(200)
  expect(await failTimes(10, loginId, homeAddress)).toEqual(Array(10).fill(404))
})

test('a wrong password isn’t refused as too many if a concurrent right one deletes its failure', async () => {
  const { loginId } = await makeMember()
  expect(await failTimes(9, loginId, homeAddress)).toEqual(Array(9).fill(404))
  // Deletes all failures of the id between the two statements of `countLoginAttempt`.
  let statements = 0
  const rows: typeof query = async (statement, values) => {
    if (++statements === 2) await deleteLoginFailures(db(), loginId, homeAddress)
    return query(statement, values)
  }
  const { rows: query } = db()
  expect(await countLoginAttempt({ ...db(), rows }, loginId, homeAddress)).toEqual({ slow: false })
})

/** Moves the failures of a login id `seconds` seconds into the past. */
const passSeconds = (loginId: string, seconds: number) =>
  ownerDatabase().rows("UPDATE login_failures SET at = at - $2 * interval '1 second' WHERE login_id = $1", [
    loginId,
    seconds,
  ])

test('a refused login counts as no failure: whoever waits as long as he was told may try again', async () => {
  const { loginId } = await makeMember()
  await failTimes(10, loginId, homeAddress)
  await passSeconds(loginId, 300)
  expect(await failTimes(15, loginId, homeAddress)).toEqual(Array(15).fill(429))
  const refused = await tryLogin(loginId, homeAddress)
  const wait = Number(refused.headers['retry-after'])
  expect(wait).toBeGreaterThan(590)
  expect(wait).toBeLessThanOrEqual(600)
  await passSeconds(loginId, wait)
  expect((await tryLogin(loginId, homeAddress, TEST_PASSWORD)).status).toBe(200)
})

test('Retry-After is that of the limit that is reached, not of the address’s oldest failure', async () => {
  const { loginId } = await makeMember()
  await failTimes(1, 'somebody_else', homeAddress)
  await passSeconds('somebody_else', 880)
  await failTimes(4, loginId, homeAddress)
  await passSeconds(loginId, 500)
  await failTimes(6, loginId, homeAddress)
  const wait = Number((await tryLogin(loginId, homeAddress)).headers['retry-after'])
  expect(wait).toBeGreaterThan(390)
  expect(wait).toBeLessThanOrEqual(400)
})

test('when both limits are reached, Retry-After is the longer wait', async () => {
  for (const [at, other] of ['first_id', 'second_id'].entries()) {
    await failTimes(10, other, homeAddress)
    await passSeconds(other, 800 - at)
  }
  const { loginId } = await makeMember()
  await failTimes(10, loginId, homeAddress)
  const ofId = Number((await tryLogin(loginId, homeAddress)).headers['retry-after'])
  expect(ofId).toBeGreaterThan(890)
  const ofAddress = Number((await tryLogin('fourth_id', homeAddress)).headers['retry-after'])
  expect(ofAddress).toBeGreaterThan(90)
  expect(ofAddress).toBeLessThanOrEqual(100)
})

test('a refused proof of identity counts as none either', async () => {
  const { id: memberId } = await makeMember()
  const caller = { memberId, sessionId: randomUUID() } as Caller
  for (let proof = 0; proof < 10; proof++) await countProofAttempt(db(), caller)
  await ownerDatabase().rows("UPDATE reauth_failures SET at = at - interval '5 minutes' WHERE member_id = $1", [
    memberId,
  ])
  for (let proof = 0; proof < 15; proof++)
    await expect(countProofAttempt(db(), caller)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await ownerDatabase().rows("UPDATE reauth_failures SET at = at - interval '10 minutes' WHERE member_id = $1", [
    memberId,
  ])
  await countProofAttempt(db(), caller)
})

test('an id under attack from many addresses is slowed, never locked', async () => {
  const { loginId } = await makeMember()
  await db().rows(
    "INSERT INTO login_failures (login_id, address) SELECT $1, '198.51.100.' || n FROM generate_series(1, 60) AS n",
    [loginId],
  )
  const started = performance.now()
  expect((await tryLogin(loginId, homeAddress, TEST_PASSWORD)).status).toBe(200)
  expect(performance.now() - started).toBeGreaterThan(950)
})

test('a login that breaks a rule of the form counts as no failure', async () => {
  for (let at = 0; at < 40; at++) await send(loginCall, { body: { id: 'member' }, address: homeAddress })
  expect(await db().rows('SELECT FROM login_failures')).toEqual([])
})

test('RATE_LIMIT_FACTOR multiplies what an address may fail', async () => {
  env().RATE_LIMIT_FACTOR = 2
  try {
    expect(await failTimes(21, 'member_of_two', homeAddress)).toEqual([...Array(20).fill(404), 429])
  } finally {
    env().RATE_LIMIT_FACTOR = 1
  }
})
