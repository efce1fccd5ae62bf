import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { requestCashRefundCall, requestChargeCall, reverseChargeCall, settleRefundCall } from '#lib/charges/calls.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { matchDepositCall } from '#lib/deposits/calls.ts'
import { makeDeposit } from '#lib/deposits/testing/deposits.ts'
import { registerCall } from '#lib/members/calls.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { placeOrderCall } from '#lib/orders/calls.ts'
import { balanceOf, readOpenDebt } from '#lib/points/queries.ts'
import { loginCall } from '#lib/sessions/calls.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { resolveTaskCall } from '#lib/tasks/resolution/calls.ts'
import { type Headers, type SignedIn, send, signedIn } from '#lib/web/testing/caller.ts'
import { issueReferralCode } from './issue-referral-code.ts'
import { settleDueRewards } from './settle-reward.ts'
import { makeRewardDue, passRefundPeriod, rewardOf } from './testing/referrals.ts'

// Ways in which members with second accounts and accomplices might collect rewards without leaving money in the shop.
// Each of these ways would succeed if every reward were paid at once and never taken back.

beforeEach(() => saveSettings({ REFERRAL_REWARD_PERCENT: 10, ENABLE_REFERRAL: true, ENABLE_EMAIL_VERIFY: false }))
afterEach(() => expectBooksBalance())

const WON = 100n
const DEPOSIT = 50_000
const REWARD = 5_000n * WON

let lastNumber = 0
let registerWhere = 0

const newRoute = async (): Promise<number> =>
  (await oneRow<{ id: number }>(db(), "INSERT INTO register_wheres (text) VALUES ('지인') RETURNING id")).id

type RequestOrigin = { address: string; cookie?: string }

/** Returns the origin of a request: a new IP address at each call, and no device cookie. */
const newOrigin = (): RequestOrigin => ({ address: `198.51.100.${(++lastNumber % 250) + 1}` })

/** The device cookie that a response sets, in the form in which a browser sends it back. */
const cookieIn = (answer: Awaited<ReturnType<typeof send>>): string | undefined =>
  [answer.headers['set-cookie']]
    .flat()
    .find((cookie) => cookie?.startsWith('device='))
    ?.split(';')[0]

type ReferredMember = SignedIn & { cookie: string }

const PASSWORD = 'a-sound-pass-7'

/** Signs up a member with this referral code and logs him in, with requests as a browser sends them. */
async function signUpWithCode(code: string, from: RequestOrigin = newOrigin()): Promise<ReferredMember> {
  registerWhere ||= await newRoute()
  const id = `farm_${createHash('sha1').update(`${++lastNumber}`).digest('hex').slice(0, 10)}`
  const body = { id, password: PASSWORD, email: `${id}@example.com`, registerWhere, referral: code }
  const headers: Headers = from.cookie ? { cookie: from.cookie } : {}
  const registered = await send(registerCall, { body, address: from.address, headers })
  expect(registered.status).toBe(201)
  const cookie = from.cookie ?? cookieIn(registered) ?? ''
  const login = await send(loginCall, { body: { id, password: PASSWORD }, address: from.address, headers: { cookie } })
  const { id: memberNo } = await oneRow<{ id: number }>(db(), 'SELECT id FROM members WHERE login_id = $1', [id])
  const token = login.json.accessToken
  return { id: memberNo, loginId: id, token, headers: { authorization: `Bearer ${token}` }, cookie }
}

const referralCodeOf = ({ id }: { id: number }) => issueReferralCode(db(), id, { enabled: true })

const signInManager = async () => signedIn({ role: 'MANAGER' })

/**
 * Requests a charge for a member and reports a deposit for it under this depositor's name. If charge and deposit aren't
 * matched automatically, staff match them. Returns the charge's id.
 */
async function chargePoints(member: SignedIn, name: string, point = DEPOSIT): Promise<number> {
  const { json } = await send(requestChargeCall, {
    headers: member.headers,
    body: { name, point, feeType: 2, feeValue: {} },
  })
  const depositId = await makeDeposit({ name, amount: point })
  const { status } = await oneRow<{ status: number }>(db(), 'SELECT status FROM charges WHERE id = $1', [json.id])
  if (status === 0) {
    const { headers } = await signInManager()
    const path = `/api/admin/deposits/${depositId}/match`
    expect((await send(matchDepositCall, { path, headers, body: { chargeId: json.id } })).status).toBe(200)
  }
  return json.id
}

async function requestCashRefund(
  member: SignedIn,
  name: string,
  account = `110${10_000_000 + ++lastNumber}`,
): Promise<number> {
  const body = { email: 'back@example.com', name, bank: '국민은행', account }
  const { status, json } = await send(requestCashRefundCall, {
    headers: { ...member.headers, ...(await reauthHeaders(member)) },
    body,
  })
  expect(status).toBe(201)
  return json.id
}

async function payOutCashRefundByStaff(refundId: number): Promise<void> {
  const { headers } = await signInManager()
  const path = `/api/admin/refund-requests/${refundId}`
  const { status } = await send(settleRefundCall, { path, headers, body: { status: 1, reason: '' } })
  expect(status).toBe(200)
}

async function reverseAsManager(chargeId: number): Promise<void> {
  const { headers } = await signInManager()
  const path = `/api/admin/charges/${chargeId}/reverse`
  expect((await send(reverseChargeCall, { path, headers, body: { reason: '다른 사람의 입금' } })).status).toBe(200)
}

const spendPoints = async (member: SignedIn, amount: number) => {
  const body = { serviceId: await makeService({ price: 1 }), link: 'https://www.instagram.com/x/', amount }
  expect((await send(placeOrderCall, { headers: member.headers, body })).status).toBe(201)
}

async function passRefundPeriods(...chargeIds: number[]): Promise<void> {
  for (const chargeId of chargeIds) await passRefundPeriod(chargeId)
  await settleDueRewards(db())
}

const uniqueName = (name: string) => `${name}${++lastNumber}`

test('an honest referral: the friend stays, and the reward comes 72 hours after his deposit', async () => {
  const referrer = await signedIn()
  const friend = await signUpWithCode(await referralCodeOf(referrer))
  const chargeId = await chargePoints(friend, uniqueName('최친구'))
  await settleDueRewards(db())
  expect(await balanceOf(db(), referrer.id)).toBe(0n)
  await passRefundPeriods(chargeId)
  expect(await balanceOf(db(), referrer.id)).toBe(REWARD)
})

describe('the farm by refund', () => {
  test('the second account is charged, paid back in cash, and the reward never comes', async () => {
    const referrer = await signedIn()
    const second = await signUpWithCode(await referralCodeOf(referrer))
    const name = uniqueName('박둘째')
    const chargeId = await chargePoints(second, name)
    const refund = await requestCashRefund(second, name)
    await passRefundPeriods(chargeId)
    expect(await balanceOf(db(), referrer.id)).toBe(0n)
    await payOutCashRefundByStaff(refund)
    await settleDueRewards(db())
    expect(await balanceOf(db(), referrer.id)).toBe(0n)
    expect(await rewardOf(second.id)).toMatchObject({ state: 'CANCELED' })
    await passRefundPeriods(await chargePoints(second, name))
    expect(await balanceOf(db(), referrer.id)).toBe(0n)
  })

  test('paid back except for a small part: the reward is for that part', async () => {
    const referrer = await signedIn()
    const second = await signUpWithCode(await referralCodeOf(referrer))
    const name = uniqueName('박둘째')
    const chargeId = await chargePoints(second, name)
    await spendPoints(second, 1_000)
    await payOutCashRefundByStaff(await requestCashRefund(second, name))
    await passRefundPeriods(chargeId)
    expect(await balanceOf(db(), referrer.id)).toBe(100n * WON)
  })
})

describe('the farm by reversal', () => {
  test('the reward is spent before the charge is taken back: it is a debt, and his next charge pays it', async () => {
    const referrer = await signedIn()
    const second = await signUpWithCode(await referralCodeOf(referrer))
    const chargeId = await chargePoints(second, uniqueName('박둘째'))
    await passRefundPeriods(chargeId)
    await spendPoints(referrer, 5_000)
    await reverseAsManager(chargeId)
    await settleDueRewards(db())
    expect(await readOpenDebt(db(), referrer.id)).toBe(REWARD)
    await chargePoints(referrer, uniqueName('박첫째'), 20_000)
    expect(await readOpenDebt(db(), referrer.id)).toBe(0n)
    expect(await balanceOf(db(), referrer.id)).toBe(15_000n * WON)
  })
})

describe('the farm under one name', () => {
  test('both accounts are charged by one person: staff see it and don’t pay', async () => {
    const referrer = await signedIn()
    const name = uniqueName('김한사람')
    await chargePoints(referrer, name, 10_000)
    const second = await signUpWithCode(await referralCodeOf(referrer))
    const chargeId = await chargePoints(second, `(${name})`)
    await spendPoints(second, 40_000)
    await passRefundPeriods(chargeId)
    expect(await rewardOf(second.id)).toMatchObject({ state: 'WAITING' })
    const { id } = await oneRow<{ id: number }>(
      db(),
      "SELECT id FROM tasks WHERE kind = 'REFERRAL_REWARD' AND ref_id = $1",
      [second.id],
    )
    const { headers } = await signInManager()
    const declined = {
      path: `/api/admin/tasks/${id}/resolve`,
      headers,
      body: { action: 'decline', reason: '같은 사람' },
    }
    expect((await send(resolveTaskCall, declined)).status).toBe(200)
    await passRefundPeriods(chargeId)
    expect(await balanceOf(db(), referrer.id)).toBe(10_000n * WON)
  })
})

describe('accomplices', () => {
  test('three of them, each paid back: their referrer keeps nothing', async () => {
    const referrer = await signedIn()
    const code = await referralCodeOf(referrer)
    const charges: number[] = []
    for (let each = 0; each < 3; each++) {
      const accomplice = await signUpWithCode(code)
      const name = uniqueName('공범')
      charges.push(await chargePoints(accomplice, name))
      await payOutCashRefundByStaff(await requestCashRefund(accomplice, name))
    }
    await passRefundPeriods(...charges)
    expect(await balanceOf(db(), referrer.id)).toBe(0n)
  })

  test('in a ring, each the next one’s referrer, all reversed: nobody keeps anything', async () => {
    const first = await signedIn()
    const second = await signUpWithCode(await referralCodeOf(first))
    const third = await signUpWithCode(await referralCodeOf(second))
    const charges = [await chargePoints(second, uniqueName('고리')), await chargePoints(third, uniqueName('고리'))]
    await passRefundPeriods(...charges)
    for (const chargeId of charges) await reverseAsManager(chargeId)
    await settleDueRewards(db())
    for (const { id } of [first, second, third]) expect(await balanceOf(db(), id)).toBe(0n)
  })
})

describe('many accounts on one phone or network', () => {
  const statesOf = async (members: readonly ReferredMember[]) =>
    Promise.all(members.map(async ({ id }) => (await rewardOf(id))?.state))

  async function joinAll(count: number, from: (n: number) => RequestOrigin): Promise<ReferredMember[]> {
    const code = await referralCodeOf(await signedIn())
    const members: ReferredMember[] = []
    for (let each = 0; each < count; each++) members.push(await signUpWithCode(code, from(each)))
    const charges: number[] = []
    for (const member of members) charges.push(await chargePoints(member, uniqueName('가족')))
    await passRefundPeriods(...charges)
    return members
  }

  test('three members of a family are paid for; of four on one device all wait for staff', async () => {
    const { cookie } = await signUpWithCode(await referralCodeOf(await makeMember()))
    expect(await statesOf(await joinAll(3, () => ({ ...newOrigin(), cookie })))).toEqual(['PAID', 'PAID', 'PAID'])
    const four = await joinAll(4, () => ({ ...newOrigin(), cookie }))
    expect(await statesOf(four)).toEqual(['WAITING', 'WAITING', 'WAITING', 'WAITING'])
  })

  test('four behind one IPv6 network wait, whatever addresses of it they use; in four networks they are paid for', async () => {
    const inOne = (each: number) => ({ address: `2001:db8:1:${lastNumber}::${each}` })
    const network = 7_000
    const same = await joinAll(4, (each) => ({ address: `2001:db8:1:${network}:${each}::1` }))
    expect(await statesOf(same)).toEqual(['WAITING', 'WAITING', 'WAITING', 'WAITING'])
    expect(await statesOf(await joinAll(4, inOne))).toEqual(['PAID', 'PAID', 'PAID', 'PAID'])
  })

  test('four behind the machine’s own address are paid for: it is a proxy’s, and says nothing', async () => {
    expect(await statesOf(await joinAll(4, () => ({ address: '127.0.0.1' })))).toEqual(['PAID', 'PAID', 'PAID', 'PAID'])
  })

  test('nobody waits for what joined more than 30 days apart', async () => {
    const { cookie } = await signUpWithCode(await referralCodeOf(await makeMember()))
    const code = await referralCodeOf(await signedIn())
    const members: ReferredMember[] = []
    for (let each = 0; each < 4; each++) {
      members.push(await signUpWithCode(code, { ...newOrigin(), cookie }))
      await db().rows("UPDATE members SET created_at = created_at - interval '16 days' WHERE id = ANY ($1::int[])", [
        members.map(({ id }) => id),
      ])
    }
    const charges: number[] = []
    for (const member of members) charges.push(await chargePoints(member, uniqueName('가족')))
    await passRefundPeriods(...charges)
    expect(await statesOf(members)).toEqual(['PAID', 'PAID', 'PAID', 'PAID'])
  })
})

test('neither a device’s cookie nor an address is stored as it is, and the cookie is out of every script’s reach', async () => {
  const member = await signUpWithCode(await referralCodeOf(await makeMember()), { address: '203.0.113.77' })
  const login = await send(loginCall, { body: { id: member.loginId, password: PASSWORD } })
  const [cookie] = [login.headers['set-cookie']].flat().filter((each) => each?.startsWith('device='))
  expect(cookie).toMatch(/^device=[A-Za-z0-9]{32}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7776000$/)
  const value = member.cookie.split('=')[1] ?? ''
  const rows = await db().rows<{ kind: string; hash: Buffer }>(
    'SELECT kind, hash FROM member_visits WHERE member_id = $1 ORDER BY kind',
    [member.id],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['DEVICE', 'DEVICE', 'NETWORK'])
  const plain = [value, '203.0.113.77'].map((each) => createHash('sha256').update(each).digest('hex'))
  for (const { hash } of rows) expect(plain).not.toContain(hash.toString('hex'))
})

test('a refund that is still undecided after three days holds the reward back until it is', async () => {
  const referrer = await signedIn()
  const second = await signUpWithCode(await referralCodeOf(referrer))
  const name = uniqueName('박둘째')
  const chargeId = await chargePoints(second, name)
  const refund = await requestCashRefund(second, name)
  await passRefundPeriods(chargeId)
  const { headers } = await signInManager()
  const path = `/api/admin/refund-requests/${refund}`
  await send(settleRefundCall, { path, headers, body: { status: 2, reason: '취소하셨어요' } })
  await makeRewardDue(chargeId)
  await settleDueRewards(db())
  expect(await balanceOf(db(), referrer.id)).toBe(REWARD)
})
