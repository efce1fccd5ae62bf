import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { expireCharges, failCharge } from '#lib/charges/fail-charge.ts'
import { chargeStatus } from '#lib/charges/labels.ts'
import { backdateExpiry, makeCharge } from '#lib/charges/testing/charges.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { fileWaitingDeposits } from './file-waiting-deposits.ts'
import { matchDeposit, matchWaitingDeposits } from './match-deposit.ts'
import { receiveDeposits } from './receive-deposits.ts'
import { buildDeposit, depositById, makeDeposit } from './testing/deposits.ts'

afterEach(() => expectBooksBalance())

const WON = 100n
const fromHook = { source: 'HOOK' } as const
let nameCount = 0
const newDepositorName = () => `입금 ${++nameCount}호`
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

async function makeMemberWithCharge(wanted: { name: string; memberId?: number; point?: number }) {
  const memberId = wanted.memberId ?? (await makeMember()).id
  return { memberId, id: await makeCharge({ ...wanted, memberId }) }
}

const chargeStateOf = (id: number) =>
  oneRow<{ status: number; outcome: string | null }>(db(), 'SELECT status, outcome FROM charges WHERE id = $1', [id])

/** Dates a charge back by the interval `created`. If `expired` is given, the charge has expired that long ago. */
const ageCharge = (id: number, created: string, expired?: string) =>
  db().rows(
    `UPDATE charges SET created_at = now() - $2::interval, status = CASE WHEN $3::interval IS NULL THEN ${chargeStatus.PENDING} ELSE ${chargeStatus.FAIL} END,
       outcome = CASE WHEN $3::interval IS NULL THEN NULL ELSE 'EXPIRED' END, response_at = now() - $3::interval
     WHERE id = $1`,
    [id, created, expired ?? null],
  )

test('a transfer of the right sum and name credits its charge once, however often it is reported', async () => {
  const name = newDepositorName()
  const { id, memberId } = await makeMemberWithCharge({ name })
  const deposit = buildDeposit({ name })
  const [first] = await receiveDeposits(db(), [deposit], fromHook)
  expect(first).toMatchObject({ status: 'MATCHED', chargeId: id, duplicate: false })
  const [again] = await receiveDeposits(db(), [{ ...deposit, amount: 99_999 }], fromHook)
  expect(again).toEqual({ ...first, duplicate: true })
  expect(await balanceOf(db(), memberId)).toBe(10_000n * WON)
})

test.each([
  ['홍 길동', '홍길동'],
  ['(주) 온미디어', '주온미디어'],
  ['ＡＢＣ', 'abc'],
  ['홍길동', '홍길동'.normalize('NFD')],
])('%j paid as %j is the same name', async (asked, paid) => {
  const tag = newDepositorName()
  const { id } = await makeMemberWithCharge({ name: asked + tag })
  expect(await depositById(await makeDeposit({ name: paid + tag }))).toEqual({ status: 'MATCHED', chargeId: id })
})

test('another sum, another name, or two members it could be from: it waits', async () => {
  const name = newDepositorName()
  const { id } = await makeMemberWithCharge({ name })
  expect(await depositById(await makeDeposit({ name, amount: 10_001 }))).toMatchObject({ status: 'WAITING' })
  expect(await depositById(await makeDeposit({ name: `${name}님` }))).toMatchObject({ status: 'WAITING' })
  await makeMemberWithCharge({ name })
  expect(await depositById(await makeDeposit({ name }))).toMatchObject({ status: 'WAITING' })
  expect(await chargeStateOf(id)).toMatchObject({ status: 0 })
})

test('of several charges of one member the oldest is paid first', async () => {
  const name = newDepositorName()
  const { id: first, memberId } = await makeMemberWithCharge({ name })
  const { id: second } = await makeMemberWithCharge({ name, memberId })
  const ids = [await makeDeposit({ name }), await makeDeposit({ name }), await makeDeposit({ name })]
  expect(await Promise.all(ids.map(depositById))).toEqual([
    { status: 'MATCHED', chargeId: first },
    { status: 'MATCHED', chargeId: second },
    { status: 'WAITING', chargeId: null },
  ])
})

test('a charge that ran out of time is paid by money of the next 72 hours, not later', async () => {
  const [fits, late] = [newDepositorName(), newDepositorName()]
  const [young, old] = [await makeMemberWithCharge({ name: fits }), await makeMemberWithCharge({ name: late })]
  await ageCharge(young.id, '74 hours', '71 hours 59 minutes')
  await ageCharge(old.id, '76 hours', '72 hours 1 minute')
  expect(await depositById(await makeDeposit({ name: fits }))).toMatchObject({ status: 'MATCHED', chargeId: young.id })
  expect(await depositById(await makeDeposit({ name: late }))).toMatchObject({ status: 'WAITING' })
})

test('a charge that was rejected or withdrawn is never paid by itself', async () => {
  const name = newDepositorName()
  const [rejected, withdrawn] = [await makeMemberWithCharge({ name }), await makeMemberWithCharge({ name })]
  await failCharge(db(), { chargeId: rejected.id, outcome: 'REJECTED', reason: 'x' })
  await failCharge(db(), { chargeId: withdrawn.id, outcome: 'WITHDRAWN', memberId: withdrawn.memberId })
  expect(await depositById(await makeDeposit({ name }))).toMatchObject({ status: 'WAITING' })
})

test('money that came up to 10 minutes before its charge pays it; older money doesn’t', async () => {
  const [fits, late] = [newDepositorName(), newDepositorName()]
  const [young, older] = [
    await makeDeposit({ name: fits, at: hoursAgo(9.9 / 60) }),
    await makeDeposit({ name: late, at: hoursAgo(10.1 / 60) }),
  ]
  const { id } = await makeMemberWithCharge({ name: fits })
  await makeMemberWithCharge({ name: late })
  await matchWaitingDeposits(db())
  expect(await depositById(young)).toEqual({ status: 'MATCHED', chargeId: id })
  expect(await depositById(older)).toMatchObject({ status: 'WAITING' })
})

test('a new charge whose money waits tells the worker in its own transaction; others don’t', async () => {
  await db().rows("SELECT graphile_worker.remove_job('match-deposits')")
  const jobs = async () => (await db().rows("SELECT 1 FROM graphile_worker.jobs WHERE key = 'match-deposits'")).length
  await makeMemberWithCharge({ name: newDepositorName() })
  expect(await jobs()).toBe(0)
  const name = newDepositorName()
  await makeDeposit({ name })
  await makeMemberWithCharge({ name })
  expect(await jobs()).toBe(1)
})

test('a deposit whose match fails stops no other one, in the sweep either', async () => {
  const [broken, sound] = [newDepositorName(), newDepositorName()]
  await makeDeposit({ name: broken, at: hoursAgo(0.05) })
  await makeDeposit({ name: sound, at: hoursAgo(0.05) })
  const { id: brokenId } = await makeMemberWithCharge({ name: broken })
  const { id: soundId } = await makeMemberWithCharge({ name: sound })
  const owner = ownerDatabase()
  await owner.rows(
    "CREATE FUNCTION break_charge() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$",
  )
  await owner.rows(
    `CREATE TRIGGER break_charge BEFORE UPDATE ON charges FOR EACH ROW WHEN (OLD.id = ${brokenId}) EXECUTE FUNCTION break_charge()`,
  )
  try {
    await matchWaitingDeposits(db())
  } finally {
    await owner.rows('DROP FUNCTION break_charge CASCADE')
  }
  expect(await chargeStateOf(brokenId)).toMatchObject({ status: chargeStatus.PENDING })
  expect(await chargeStateOf(soundId)).toMatchObject({ status: chargeStatus.SUCCESS })
  await matchWaitingDeposits(db())
  expect(await chargeStateOf(brokenId)).toMatchObject({ status: chargeStatus.SUCCESS })
})

test('the same list taken in by many at once credits each charge once', async () => {
  const name = newDepositorName()
  const memberId = (await makeMember()).id
  for (let at = 0; at < 5; at++) await makeMemberWithCharge({ name, memberId })
  const list = Array.from({ length: 5 }, () => buildDeposit({ name }))
  const taken = await Promise.all(Array.from({ length: 6 }, () => receiveDeposits(db(), list, fromHook)))
  await matchWaitingDeposits(db())
  expect(taken.flat().filter(({ duplicate }) => !duplicate)).toHaveLength(5)
  expect(await balanceOf(db(), memberId)).toBe(50_000n * WON)
})

test('many deposits for one charge at once: one is matched, the others wait', async () => {
  const name = newDepositorName()
  const { memberId } = await makeMemberWithCharge({ name })
  const lists = Array.from({ length: 8 }, () => [buildDeposit({ name })])
  const taken = (await Promise.all(lists.map((list) => receiveDeposits(db(), list, fromHook)))).flat()
  expect(taken.filter(({ status }) => status === 'MATCHED')).toHaveLength(1)
  expect(await balanceOf(db(), memberId)).toBe(10_000n * WON)
})

test('money and expiry at the same moment: it is credited once, whoever comes first', async () => {
  for (let round = 0; round < 10; round++) {
    const name = newDepositorName()
    const { id, memberId } = await makeMemberWithCharge({ name })
    await backdateExpiry(id)
    await Promise.all([expireCharges(db()), makeDeposit({ name }), expireCharges(db())])
    expect(await chargeStateOf(id)).toEqual({ status: 1, outcome: 'MATCHED' })
    expect(await balanceOf(db(), memberId)).toBe(10_000n * WON)
  }
})

test('money and withdrawal at the same moment: credited or withdrawn, never both', async () => {
  for (let round = 0; round < 10; round++) {
    const name = newDepositorName()
    const { id, memberId } = await makeMemberWithCharge({ name })
    const [depositId] = await Promise.all([
      makeDeposit({ name }),
      failCharge(db(), { chargeId: id, outcome: 'WITHDRAWN', memberId }).catch(() => null),
    ])
    const credited = (await depositById(depositId)).status === 'MATCHED'
    expect(await chargeStateOf(id)).toMatchObject({ status: credited ? 1 : 2 })
    expect(await balanceOf(db(), memberId)).toBe(credited ? 10_000n * WON : 0n)
  }
})

test('money and charge at the same moment find each other, at the latest in the next sweep', async () => {
  for (let round = 0; round < 5; round++) {
    const name = newDepositorName()
    const memberId = (await makeMember()).id
    const [depositId, { id }] = await Promise.all([makeDeposit({ name }), makeMemberWithCharge({ name, memberId })])
    await matchWaitingDeposits(db())
    expect(await depositById(depositId)).toEqual({ status: 'MATCHED', chargeId: id })
  }
})

test('a settled deposit is not matched again', async () => {
  const name = newDepositorName()
  const { memberId } = await makeMemberWithCharge({ name })
  const id = await makeDeposit({ name })
  await makeMemberWithCharge({ name, memberId })
  expect(await matchDeposit(db(), id)).toBeNull()
  expect(await balanceOf(db(), memberId)).toBe(10_000n * WON)
})

test('what only waits for the yes of staff is a task after ten minutes, not after a day', async () => {
  const name = newDepositorName()
  const [fits, alone] = [await makeDeposit({ name, at: hoursAgo(1) }), await makeDeposit({ at: hoursAgo(1) })]
  await makeMemberWithCharge({ name })
  const jobs = async () => {
    await fileWaitingDeposits(db())
    const rows = await db().rows<{ refId: number }>(
      "SELECT ref_id FROM tasks WHERE kind = 'DEPOSIT' AND ref_id = ANY ($1::int[]) AND resolved_at IS NULL",
      [[fits, alone]],
    )
    return rows.map(({ refId }) => refId)
  }
  expect(await jobs()).toEqual([])
  await db().rows("UPDATE deposits SET created_at = now() - interval '11 minutes' WHERE id = ANY ($1::int[])", [
    [fits, alone],
  ])
  expect(await jobs()).toEqual([fits])
})

test('what waits longer than a day is one task for staff, closed once it is settled', async () => {
  const id = await makeDeposit({ at: hoursAgo(24) })
  const open = () =>
    db().rows("SELECT 1 FROM tasks WHERE kind = 'DEPOSIT' AND ref_id = $1 AND resolved_at IS NULL", [id])
  await fileWaitingDeposits(db())
  await fileWaitingDeposits(db())
  expect(await open()).toHaveLength(1)
  await db().rows("UPDATE deposits SET status = 'RETURNED' WHERE id = $1", [id])
  await fileWaitingDeposits(db())
  expect(await open()).toEqual([])
})

test('a match that finds its charge locked gives up in two seconds, so that its sum is free, and the job repeats it', async () => {
  const name = newDepositorName()
  const charge = await makeMemberWithCharge({ name })
  const started = Date.now()
  const depositId = await db().transaction(async (tx) => {
    await tx.rows('SELECT FROM charges WHERE id = $1 FOR UPDATE', [charge.id])
    return makeDeposit({ name })
  })
  expect(Date.now() - started).toBeLessThan(6_000)
  expect(await depositById(depositId)).toEqual({ status: 'WAITING', chargeId: null })
  await matchWaitingDeposits(db())
  expect(await depositById(depositId)).toEqual({ status: 'MATCHED', chargeId: charge.id })
})
