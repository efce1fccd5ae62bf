import { afterEach, expect, test } from 'vitest'
import { defaultApprovalLimits } from '#lib/approvals/testing/approvals.ts'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { type Database, db, oneRow } from '#lib/core/db.ts'
import * as deposits from '#lib/deposits/calls.ts'
import { importDeposits } from '#lib/deposits/import-deposits.ts'
import { importResultText } from '#lib/deposits/labels.ts'
import { depositForStaff } from '#lib/deposits/queries/one-deposit.ts'
import { receiveDeposits } from '#lib/deposits/receive-deposits.ts'
import { buildDeposit, makeDeposit, signatureHeaders } from '#lib/deposits/testing/deposits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import * as calls from './calls.ts'
import { makeStaff } from './testing/staff.ts'

afterEach(() => expectBooksBalance())

let nameCount = 0
const newDepositorName = () => `가져옴 ${++nameCount}호`

async function makeMemberWithCharge(name: string, point: number) {
  const { id: memberId } = await makeMember()
  return { memberId, chargeId: await makeCharge({ memberId, name, point }) }
}

type ImportedLine = { id: number; status: string; chargeId: number | null }

async function importLines({ headers }: SignedIn, lines: object[]): Promise<ImportedLine[]> {
  return (await send(deposits.importDepositsCall, { headers, body: lines.map((line) => buildDeposit(line)) })).json
}

const approvalIdOfDeposit = async (id: number) =>
  (await oneRow<{ approvalId: number }>(db(), 'SELECT approval_id FROM deposits WHERE id = $1', [id])).approvalId

const decideApproval = (call: typeof calls.confirmApprovalCall, { headers }: SignedIn, id: number) =>
  send(call, { path: call.path.replace('{id}', String(id)), headers, body: { reason: '은행에 없음' } })

const matchByCall = ({ headers }: SignedIn, depositId: number, chargeId: number) =>
  send(deposits.matchDepositCall, { path: `/api/admin/deposits/${depositId}/match`, headers, body: { chargeId } })

const fundingOfCharge = (chargeId: number) => oneRow(db(), 'SELECT funding FROM charges WHERE id = $1', [chargeId])

test('an invented deposit above the limit credits nothing until a second person has found it at the bank', async () => {
  const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const name = newDepositorName()
  const { memberId, chargeId } = await makeMemberWithCharge(name, 3_000_000)
  const [line] = await importLines(cheat, [{ name, amount: 3_000_000 }])
  expect(line).toMatchObject({ status: 'UNCONFIRMED', chargeId: null })
  expect((await matchByCall(cheat, line?.id ?? 0, chargeId)).status).toBe(409)
  expect(await balanceOf(db(), memberId)).toBe(0n)
  const request = await approvalIdOfDeposit(line?.id ?? 0)
  expect((await decideApproval(calls.confirmApprovalCall, cheat, request)).status).toBe(403)
  expect((await decideApproval(calls.confirmApprovalCall, colleague, request)).status).toBe(200)
  expect(await balanceOf(db(), memberId)).toBe(300_000_000n)
  expect(await fundingOfCharge(chargeId)).toEqual({ funding: 'CONFIRMED' })
})

test('a table split into lines below the limit is held from the line on that is too much for a day, as one request', async () => {
  const cheat = await makeStaff('MANAGER')
  const lines = await importLines(
    cheat,
    Array.from({ length: 8 }, () => ({ amount: 900_000 })),
  )
  expect(lines.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 5 }, () => 'WAITING'),
    ...Array.from({ length: 3 }, () => 'UNCONFIRMED'),
  ])
  const requests = await Promise.all(lines.slice(5).map(({ id }) => approvalIdOfDeposit(id)))
  expect(new Set(requests).size).toBe(1)
  expect(await oneRow(db(), 'SELECT amount, why, kind FROM approvals WHERE id = $1', [requests[0]])).toEqual({
    amount: 270_000_000n,
    why: 'DAILY',
    kind: 'DEPOSIT_IMPORT',
  })
  expect((await importLines(cheat, [{ amount: 600_000 }]))[0]).toMatchObject({ status: 'UNCONFIRMED' })
  expect((await importLines(cheat, [{ amount: 500_000 }]))[0]).toMatchObject({ status: 'WAITING' })
})

/**
 * A database handle that has the colleague refuse all waiting imports once `count` of its calls of `method` are done.
 */
function refusingAfter(count: number, method: 'rows' | 'transaction', colleague: SignedIn): Database {
  let done = 0
  return new Proxy(db(), {
    get: (target, name, receiver) => {
      const original = Reflect.get(target, name, receiver)
      if (name !== method) return original
      return async (...values: unknown[]) => {
        const result = await original(...values)
        if (++done === count)
          for (const { id } of await db().rows<{ id: number }>(
            "SELECT id FROM approvals WHERE kind = 'DEPOSIT_IMPORT' AND state = 'WAITING'",
          ))
            expect((await decideApproval(calls.refuseApprovalCall, colleague, id)).status).toBe(200)
        return result
      }
    },
  })
}

test('an import whose lines a colleague refuses while it is running says so, and is recorded', async () => {
  const [importer, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const lines = [buildDeposit({ amount: 3_000_000 }), buildDeposit({ amount: 4_000_000 })]
  const actor = staffOf(importer)
  const wanted = { deposits: lines, limits: defaultApprovalLimits }
  const answers = await importDeposits(refusingAfter(2, 'transaction', colleague), actor, wanted)
  expect(answers).toMatchObject(
    lines.map(({ externalId }) => ({ externalId, status: 'DUPLICATE', duplicate: false, chargeId: null })),
  )
  expect(importResultText(answers)).toBe('충전 완료 0건 · 대기 0건 · 다른 운영자가 거절 2건 · 이미 있음 0건')
  const audit = "SELECT after FROM audit_entries WHERE action = 'deposit.import' AND actor_id = $1"
  expect(await db().rows(audit, [actor.memberId])).toMatchObject([{ after: { reported: 2, matched: 0 } }])
})

test('a credit that the bank reports at the moment its import is refused is stored', async () => {
  const [importer, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const deposit = buildDeposit({ amount: 3_000_000 })
  await importDeposits(db(), staffOf(importer), { deposits: [deposit], limits: defaultApprovalLimits })
  const [answer] = await receiveDeposits(refusingAfter(1, 'rows', colleague), [deposit], { source: 'HOOK' })
  expect(answer).toMatchObject({ externalId: deposit.externalId, status: 'WAITING', duplicate: false })
})

test('a colleague confirms no lines that an import adds to its request after he has seen it', async () => {
  const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const [seen, added] = [newDepositorName(), newDepositorName()]
  const { memberId } = await makeMemberWithCharge(added, 9_000_000)
  const body = [seen, added].map((name, at) => buildDeposit({ name, amount: at === 0 ? 2_000_000 : 9_000_000 }))
  const [line] = (await send(deposits.importDepositsCall, { headers: cheat.headers, body })).json
  const id = await approvalIdOfDeposit(line.id)
  const confirm = (seenAmount: number) =>
    send(calls.confirmApprovalCall, {
      path: `/api/admin/approvals/${id}/confirm`,
      headers: colleague.headers,
      body: { reason: '', seenAmount },
    })
  expect(await confirm(2_000_000)).toMatchObject({
    status: 409,
    json: { message: expect.stringContaining('금액이 늘었어요') },
  })
  expect(await balanceOf(db(), memberId)).toBe(0n)
  expect((await confirm(11_000_000)).status).toBe(200)
  expect(await balanceOf(db(), memberId)).toBe(900_000_000n)
})

test('a refused line shows when it was closed and who refused it', async () => {
  const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const [line] = await importLines(cheat, [{ name: newDepositorName(), amount: 3_000_000 }])
  const id = line?.id ?? 0
  await decideApproval(calls.refuseApprovalCall, colleague, await approvalIdOfDeposit(id))
  expect(await depositForStaff(db(), id)).toMatchObject({
    status: 'DUPLICATE',
    settledBy: colleague.loginId,
    matchedAt: expect.any(String),
  })
})

test('refused lines are no deposits, and the bank may still report their numbers', async () => {
  const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('OWNER')]
  const name = newDepositorName()
  const { memberId } = await makeMemberWithCharge(name, 2_000_000)
  const real = buildDeposit({ name, amount: 2_000_000 })
  const invented = buildDeposit({ amount: 9_000_000, externalId: real.externalId })
  const { json } = await send(deposits.importDepositsCall, { headers: cheat.headers, body: [invented] })
  expect(
    (await decideApproval(calls.refuseApprovalCall, colleague, await approvalIdOfDeposit(json[0].id))).json.state,
  ).toBe('REFUSED')
  expect(await oneRow(db(), 'SELECT status FROM deposits WHERE id = $1', [json[0].id])).toEqual({ status: 'DUPLICATE' })
  const raw = Buffer.from(JSON.stringify([real]))
  await send(deposits.depositHookCall, { raw, headers: signatureHeaders(raw) })
  expect(await balanceOf(db(), memberId)).toBe(200_000_000n)
})

test('what the bank’s side reports needs nobody to confirm it, whatever the sum and even if an import of it waits', async () => {
  const cheat = await makeStaff('MANAGER')
  const name = newDepositorName()
  const { memberId, chargeId } = await makeMemberWithCharge(name, 50_000_000)
  const line = buildDeposit({ name, amount: 50_000_000 })
  await send(deposits.importDepositsCall, { headers: cheat.headers, body: [line] })
  expect(await balanceOf(db(), memberId)).toBe(0n)
  const raw = Buffer.from(JSON.stringify([line]))
  await send(deposits.depositHookCall, { raw, headers: signatureHeaders(raw) })
  expect(await balanceOf(db(), memberId)).toBe(5_000_000_000n)
  expect(await fundingOfCharge(chargeId)).toEqual({ funding: 'AUTHENTICATED' })
})

test.each([
  ['confirmed', calls.confirmApprovalCall, 'WAITING'],
  ['refused', calls.refuseApprovalCall, 'DUPLICATE'],
])('a request of which the bank reports a line is only about the others when it is %s', async (_, decide, status) => {
  const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const name = newDepositorName()
  const { memberId } = await makeMemberWithCharge(name, 50_000_000)
  const reported = buildDeposit({ name, amount: 50_000_000 })
  const body = [reported, buildDeposit({ amount: 40_000_000 })]
  const { json } = await send(deposits.importDepositsCall, { headers: cheat.headers, body })
  const raw = Buffer.from(JSON.stringify([reported]))
  await send(deposits.depositHookCall, { raw, headers: signatureHeaders(raw) })
  const request = await approvalIdOfDeposit(json[1].id)
  expect((await decideApproval(decide, colleague, request)).status).toBe(200)
  const lines = 'SELECT status FROM deposits WHERE approval_id = $1 ORDER BY id'
  expect(await db().rows(lines, [request])).toEqual([{ status: 'MATCHED' }, { status }])
  expect(await balanceOf(db(), memberId)).toBe(5_000_000_000n)
})

test('a deposit imported under the importer’s own name waits, however small', async () => {
  const cheat = await makeStaff('MANAGER')
  const name = newDepositorName()
  await makeCharge({ memberId: cheat.id, name, point: 500 })
  expect((await importLines(cheat, [{ name, amount: 1_000 }]))[0]).toMatchObject({ status: 'UNCONFIRMED' })
})

test('a colleague matches a deposit to a staff member’s charge: a third one confirms, and both are named', async () => {
  const [cheat, colleague, third] = [await makeStaff('MANAGER'), await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const chargeId = await makeCharge({ memberId: cheat.id, name: newDepositorName(), point: 10_000 })
  const depositId = await makeDeposit()
  const { json } = await matchByCall(colleague, depositId, chargeId)
  expect(json).toMatchObject({ status: 'WAITING', chargeIds: [], approval: { why: 'STAFF' } })
  expect(await balanceOf(db(), cheat.id)).toBe(0n)
  expect((await decideApproval(calls.confirmApprovalCall, cheat, json.approval.id)).json.code).toBe('OWN_ACCOUNT')
  expect((await decideApproval(calls.confirmApprovalCall, third, json.approval.id)).status).toBe(200)
  expect(await balanceOf(db(), cheat.id)).toBe(1_000_000n)
  expect(await oneRow(db(), 'SELECT settled_by, confirmed_by, funding FROM charges WHERE id = $1', [chargeId])).toEqual(
    { settledBy: colleague.id, confirmedBy: third.id, funding: 'AUTHENTICATED' },
  )
})

test('a match that waits is gone once the deposit is returned', async () => {
  const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const chargeId = await makeCharge({ memberId: cheat.id, name: newDepositorName(), point: 10_000 })
  const depositId = await makeDeposit()
  const { json } = await matchByCall(colleague, depositId, chargeId)
  const path = `/api/admin/deposits/${depositId}/return`
  await send(deposits.returnDepositCall, { path, headers: colleague.headers, body: { reason: '돌려줌' } })
  expect(await oneRow(db(), 'SELECT state FROM approvals WHERE id = $1', [json.approval.id])).toEqual({
    state: 'LAPSED',
  })
})
