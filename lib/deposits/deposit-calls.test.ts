import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db } from '#lib/core/db.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import * as calls from './calls.ts'
import { frequentReturnReasons } from './queries/frequent-return-reasons.ts'
import { buildDeposit, depositById, makeDeposit, signatureHeaders } from './testing/deposits.ts'

afterEach(() => expectBooksBalance())

const WON = 100n
const jsonBytes = (body: unknown) => Buffer.from(JSON.stringify(body))
const sendToHook = (raw: Buffer, headers: Record<string, string>) => send(calls.depositHookCall, { raw, headers })
const managerHeaders = async () => (await signedIn({ role: 'MANAGER' })).headers

const pathWithId = (call: { path: string }, id: number) => call.path.replace('{id}', String(id))

test('what the bank’s side signs is taken in; the same again is known', async () => {
  const raw = jsonBytes([buildDeposit()])
  const first = await sendToHook(raw, signatureHeaders(raw))
  expect(first.json).toMatchObject([{ status: 'WAITING', chargeId: null, duplicate: false }])
  expect((await sendToHook(raw, signatureHeaders(raw))).json).toMatchObject([{ duplicate: true }])
})

test.each([
  ['no headers', () => ({})],
  ['no timestamp', (raw: Buffer) => ({ 'x-signature': signatureHeaders(raw)['x-signature'] ?? '' })],
  ['no signature', (raw: Buffer) => ({ 'x-timestamp': signatureHeaders(raw)['x-timestamp'] ?? '' })],
  ['a signature of other bytes', () => signatureHeaders(jsonBytes([]))],
  ['a timestamp of six minutes ago', (raw: Buffer) => signatureHeaders(raw, Date.now() - 360_000)],
  ['a timestamp six minutes ahead', (raw: Buffer) => signatureHeaders(raw, Date.now() + 360_000)],
  [
    'a timestamp changed after signing',
    (raw: Buffer) => ({ ...signatureHeaders(raw), 'x-timestamp': String(Date.now()) }),
  ],
  ['a timestamp that is none', (raw: Buffer) => ({ ...signatureHeaders(raw), 'x-timestamp': 'soon' })],
  ['a signature without its name', (raw: Buffer) => ({ ...signatureHeaders(raw), 'x-signature': 'abc' })],
])('%s: 401, and nothing is stored', async (_, headers) => {
  const deposit = buildDeposit()
  const raw = jsonBytes([deposit])
  expect((await sendToHook(raw, headers(raw))).status).toBe(401)
  expect(await db().rows('SELECT 1 FROM deposits WHERE external_id = $1', [deposit.externalId])).toEqual([])
})

test.each([
  [{}],
  [[{}]],
  [[buildDeposit({ amount: 0 })]],
  [[buildDeposit({ amount: 1.5 })]],
  [[buildDeposit({ amount: -1 })]],
  [[buildDeposit({ at: 'yesterday' })]],
  [[buildDeposit({ name: ' ' })]],
  [[buildDeposit({ externalId: '' })]],
  [[buildDeposit(), { externalId: 'x' }]],
])('rightly signed nonsense is 400 and nothing of it is stored: %j', async (body) => {
  const raw = jsonBytes(body)
  const count = () => db().rows('SELECT count(*)::int FROM deposits')
  const before = await count()
  expect((await sendToHook(raw, signatureHeaders(raw))).status).toBe(400)
  expect(await count()).toEqual(before)
})

test('of a list, each item that can’t be read is named by its place, for the bank’s program and for staff', async () => {
  const list = [buildDeposit(), buildDeposit({ amount: 0 }), { ...buildDeposit(), name: undefined }, 7]
  const named = ['1.amount', '2.name', '3']
  const pathsOf = ({ status, json }: { status: number; json: { issues: { path: string }[] } }) => [
    status,
    ...json.issues.map(({ path }) => path),
  ]
  const raw = jsonBytes(list)
  expect(pathsOf(await sendToHook(raw, signatureHeaders(raw)))).toEqual([400, ...named])
  const headers = await managerHeaders()
  expect(pathsOf(await send(calls.importDepositsCall, { headers, body: list }))).toEqual([400, ...named])
  expect(pathsOf(await send(calls.importDepositsCall, { headers, body: { csv: 7 } }))).toEqual([400, 'csv'])
  expect(pathsOf(await send(calls.importDepositsCall, { headers, body: [] }))).toEqual([400, ''])
})

test('staff match by hand what no rule could: another name, but the same sum', async () => {
  const { id: memberId } = await signedIn()
  const chargeId = await makeCharge({ memberId, name: '다른 이름' })
  const [right, wrong] = [await makeDeposit(), await makeDeposit({ amount: 9_999 })]
  const headers = await managerHeaders()
  const match = (id: number) =>
    send(calls.matchDepositCall, { path: pathWithId(calls.matchDepositCall, id), headers, body: { chargeId } })
  expect((await match(wrong)).status).toBe(409)
  expect((await match(right)).json).toEqual({ id: right, status: 'MATCHED', chargeIds: [chargeId] })
  expect((await match(right)).status).toBe(409)
  expect(await balanceOf(db(), memberId)).toBe(10_000n * WON)
})

test('one transfer for two charges is split when it is their sum, or not at all', async () => {
  const { id: memberId } = await signedIn()
  const chargeIds = [
    await makeCharge({ memberId, name: '합', point: 3_000 }),
    await makeCharge({ memberId, name: '합', point: 7_000 }),
  ]
  const headers = await managerHeaders()
  const split = (id: number, ids: number[]) =>
    send(calls.splitDepositCall, { path: pathWithId(calls.splitDepositCall, id), headers, body: { chargeIds: ids } })
  expect((await split(await makeDeposit({ amount: 9_000 }), chargeIds)).status).toBe(409)
  const id = await makeDeposit()
  const taken = await makeCharge({ memberId, name: '합', point: 3_000 })
  await makeDeposit({ name: '합', amount: 7_000 })
  expect((await split(id, [taken, chargeIds[1] ?? 0])).status).toBe(409)
  expect(await depositById(id)).toMatchObject({ status: 'WAITING' })
  expect(await balanceOf(db(), memberId)).toBe(7_000n * WON)
  const other = await makeCharge({ memberId, name: '합', point: 7_000 })
  expect((await split(id, [taken, other])).json).toMatchObject({ status: 'SPLIT' })
  expect(await balanceOf(db(), memberId)).toBe(17_000n * WON)
})

test('of staff who match, split and return one deposit at once exactly one does', async () => {
  const { id: memberId } = await signedIn()
  const [a, b, whole] = [
    await makeCharge({ memberId, name: '반', point: 5_000 }),
    await makeCharge({ memberId, name: '반', point: 5_000 }),
    await makeCharge({ memberId, name: '전부' }),
  ]
  const id = await makeDeposit()
  const headers = await managerHeaders()
  const ask = (call: typeof calls.matchDepositCall, body: unknown) =>
    send(call, { path: pathWithId(call, id), headers, body })
  const answers = await Promise.all([
    ask(calls.matchDepositCall, { chargeId: whole }),
    ask(calls.splitDepositCall, { chargeIds: [a, b] }),
    ask(calls.returnDepositCall, { reason: '오입금' }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
})

test('staff see deposits newest first, by state, name, number and sum; what they do leaves a trail', async () => {
  const headers = await managerHeaders()
  const deposit = buildDeposit({ name: '목록 이름', amount: 77_123 })
  const taken = await send(calls.importDepositsCall, { headers, body: [deposit] })
  const id = taken.json[0].id
  for (const search of ['q=목록이름', `q=${deposit.externalId}`, 'q=77,123', 'status=WAITING&q=목록'])
    expect((await send(calls.adminDepositsCall, { headers, search })).json.rows).toMatchObject([{ id, amount: 77_123 }])
  const returning = { path: pathWithId(calls.returnDepositCall, id), body: { reason: '오입금' } }
  await send(calls.returnDepositCall, { ...returning, headers: await managerHeaders() })
  const trail = await db().rows(
    "SELECT action, reason FROM audit_entries WHERE subject_type = 'deposit' AND subject_id = $1",
    [String(id)],
  )
  expect(trail).toEqual([{ action: 'deposit.returned', reason: '오입금' }])
  expect((await send(calls.adminDepositsCall, { headers, search: 'status=WAITING&q=목록' })).json.rows).toEqual([])
})

test('the reasons given most often for a return are offered again, each once', async () => {
  const headers = await managerHeaders()
  for (const reason of ['이름 확인 불가', '중복 송금', '이름 확인 불가']) {
    const path = pathWithId(calls.returnDepositCall, await makeDeposit())
    await send(calls.returnDepositCall, { path, headers, body: { reason } })
  }
  const reasons = await frequentReturnReasons(db())
  expect(reasons.slice(0, 2).toSorted()).toContain('이름 확인 불가')
  expect(reasons.filter((reason) => reason === '이름 확인 불가')).toHaveLength(1)
  expect(reasons).toContain('중복 송금')
})
