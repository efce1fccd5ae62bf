import { afterEach, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { requestChargeCall, withdrawChargeCall } from '#lib/charges/calls.ts'
import { chargeStatus } from '#lib/charges/labels.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { type Headers, send, signedIn } from '#lib/web/testing/caller.ts'
import * as calls from './calls.ts'
import { fileWaitingDeposits } from './file-waiting-deposits.ts'
import { matchWaitingDeposits } from './match-deposit.ts'
import { receiveDeposits } from './receive-deposits.ts'
import { buildDeposit, makeDeposit, signatureHeaders } from './testing/deposits.ts'
import { daysAgo, makePaidChargeAt, minutesAgo } from './testing/payers.ts'

/** Attacks by an outsider who tries to be credited with somebody else's deposit; none may change his balance. */
afterEach(() => expectBooksBalance())

const reportByHook = async (name: string, amount: number, at = minutesAgo(60)) => {
  const raw = Buffer.from(JSON.stringify([buildDeposit({ name, amount, at })]))
  const { json } = await send(calls.depositHookCall, { raw, headers: signatureHeaders(raw) })
  return (json as { id: number; status: string; reason: string | null }[])[0]
}

const requestByCall = async (headers: Headers, name: string, point: number) => {
  const body = { name, point, feeType: 2, feeValue: {} }
  const { status, json } = await send(requestChargeCall, { headers, body })
  return { status, id: (json as { id: number }).id }
}

const withdrawByCall = (headers: Headers, id: number) =>
  send(withdrawChargeCall, { headers, path: `/service/point/${id}/withdraw` })

const runMatching = async () => {
  await matchWaitingDeposits(db())
  await fileWaitingDeposits(db())
}

test('he knows the sum that waits and tries the ten commonest names: the right one is only a suggestion', async () => {
  await reportByHook('김서연', 37_700)
  const cheat = await signedIn()
  const names = ['김민수', '김서연', '이서연', '박지훈', '최유진', '정민지', '강하늘', '조은비', '윤도현', '장미란']
  const tried = []
  for (const name of names) tried.push(await requestByCall(cheat.headers, name, 37_700))
  await runMatching()
  expect(tried.map(({ status }) => status)).toEqual([201, 201, 201, 429, 429, 429, 429, 429, 429, 429])
  expect(await balanceOf(db(), cheat.id)).toBe(0n)
})

test('he hides his tries by withdrawing each: they count all the same', async () => {
  const cheat = await signedIn()
  const tried = []
  for (let won = 37_700; won < 37_715; won++) {
    const { status, id } = await requestByCall(cheat.headers, '김서연', won)
    tried.push(status)
    if (status === 201) await withdrawByCall(cheat.headers, id)
  }
  expect(tried.filter((status) => status === 201)).toHaveLength(10)
})

test('he pays little under a stranger’s name twice, to be a regular of it: a shared name makes nobody one', async () => {
  const cheat = await signedIn()
  const name = '김단골'
  await makePaidChargeAt({ name, memberId: cheat.id, at: daysAgo(20), point: 20_000 })
  await makePaidChargeAt({ name, memberId: cheat.id, at: daysAgo(10), point: 20_000 })
  const paid = await balanceOf(db(), cheat.id)
  const stranger = await signedIn()
  await requestByCall(stranger.headers, name, 40_001)
  const waiting = await reportByHook(name, 40_000)
  expect(waiting).toMatchObject({ status: 'WAITING' })
  await requestByCall(cheat.headers, name, 40_000)
  await runMatching()
  expect(await balanceOf(db(), cheat.id)).toBe(paid)
})

test('he waits with a charge of a common sum under the name of a customer: it is new to him, and only suggested', async () => {
  const name = '박손님'
  const victim = await makePaidChargeAt({ name, at: daysAgo(3) })
  const cheat = await signedIn()
  await requestByCall(cheat.headers, name, 10_000)
  expect(await reportByHook(name, 10_000, minutesAgo(0))).toMatchObject({ status: 'WAITING', reason: 'NEW_NAME' })
  await runMatching()
  expect(await balanceOf(db(), cheat.id)).toBe(0n)
  expect(await balanceOf(db(), victim.memberId)).toBe(1_000_000n)
})

test('he lays charges under two accounts: two members who fit are nobody', async () => {
  const [cheat, accomplice] = [await signedIn(), await signedIn()]
  for (const { headers } of [cheat, accomplice]) await requestByCall(headers, '최함정', 10_000)
  expect(await reportByHook('최함정', 10_000, minutesAgo(0))).toMatchObject({ reason: 'SEVERAL' })
})

test('he fishes day after day under new names: after the second day staff are told', async () => {
  const cheat = await signedIn()
  const fish = async (day: number) => {
    for (let at = 0; at < 3; at++) await requestByCall(cheat.headers, `미끼 ${day} ${at}`, 10_000)
    await db().rows(
      `UPDATE charges SET status = ${chargeStatus.FAIL}, outcome = 'EXPIRED', response_at = now(), created_at = created_at - interval '25 hours' WHERE member_id = $1`,
      [cheat.id],
    )
  }
  const tasks = () =>
    db().rows("SELECT detail FROM tasks WHERE kind = 'CHARGE_NAMES' AND ref_type = 'member' AND ref_id = $1", [
      cheat.id,
    ])
  await fish(1)
  expect(await tasks()).toEqual([])
  await fish(2)
  await fish(3)
  expect(await tasks()).toHaveLength(1)
})

test('he replays what the bank signed, and changes its sum: stored once, and a changed byte is refused', async () => {
  const cheat = await signedIn()
  await requestByCall(cheat.headers, '나윤서', 1_000)
  await requestByCall(cheat.headers, '나윤서', 1_000)
  const deposit = buildDeposit({ name: '나윤서', amount: 1_000 })
  const raw = Buffer.from(JSON.stringify([deposit]))
  const headers = signatureHeaders(raw)
  const all = await Promise.all([1, 2, 3, 4].map(() => send(calls.depositHookCall, { raw, headers })))
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const changed = Buffer.from(JSON.stringify([{ ...deposit, externalId: 'X', amount: 1_000 }]))
  expect((await send(calls.depositHookCall, { raw: changed, headers })).status).toBe(401)
  expect(await balanceOf(db(), cheat.id)).toBe(100_000n)
})

test('a manager imports the line that the hook had reported, under a number of his own, for an accomplice: it waits', async () => {
  const name = '차명의'
  await makeDeposit({ name, at: minutesAgo(20) })
  const { headers } = await signedIn({ role: 'MANAGER' })
  const accomplice = await signedIn()
  await requestByCall(accomplice.headers, name, 10_000)
  const line = buildDeposit({ name, at: minutesAgo(15), externalId: '지어낸 번호' })
  const { json } = await send(calls.importDepositsCall, { headers, body: [line] })
  expect(json).toMatchObject([{ status: 'WAITING', reason: 'DUPLICATE' }])
  await runMatching()
  expect(await balanceOf(db(), accomplice.id)).toBe(0n)
})

test('he is credited, spends, leaves, and asks again under a second account: the import of the same transfer waits', async () => {
  const [first, second] = [await makeMember(), await makeMember()]
  const name = '두번쓰는이름'
  const at = new Date()
  await makeCharge({ memberId: first.id, name, point: 41_000 })
  await makeDeposit({ name, amount: 41_000, at: at.toISOString() })
  const other = await makeCharge({ memberId: second.id, name, point: 41_000 })
  await deleteAccount(db(), first.id)
  const line = {
    externalId: 'bank-line-41000',
    name,
    amount: 41_000,
    at: at.toISOString(),
    precision: 'EXACT' as const,
  }
  const importer = await makeMember({ role: 'MANAGER' })
  const [taken] = await receiveDeposits(db(), [line], { source: 'IMPORT', importedBy: importer.id })
  await matchWaitingDeposits(db())
  expect(taken).toMatchObject({ status: 'WAITING', chargeId: null, reason: 'DUPLICATE' })
  expect(await oneRow(db(), 'SELECT status FROM charges WHERE id = $1', [other])).toEqual({ status: 0 })
})

test('he leaves between the import and the hook’s report of the same line: it is still known, and told to nobody', async () => {
  const leaver = await makeMember()
  const name = '곧떠날사람'
  const line = { externalId: 'bank-line-42000', name, amount: 42_000, at: new Date().toISOString() }
  const importer = await makeMember({ role: 'MANAGER' })
  await makeCharge({ memberId: leaver.id, name, point: 42_000 })
  await receiveDeposits(db(), [{ ...line, precision: 'EXACT' as const }], { source: 'IMPORT', importedBy: importer.id })
  await deleteAccount(db(), leaver.id)
  const [report] = await receiveDeposits(db(), [{ ...line, precision: 'EXACT' as const }], { source: 'HOOK' })
  expect(report).toMatchObject({ duplicate: true, status: 'MATCHED' })
  expect(
    await db().rows("SELECT FROM tasks WHERE kind = 'DEPOSIT_DIFFERS' AND detail::text LIKE '%곧떠날사람%'"),
  ).toEqual([])
})
