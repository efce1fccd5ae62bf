import { afterEach, beforeEach, expect, test } from 'vitest'
import { confirmApprovalCall } from '#lib/approvals/decisions/calls.ts'
import { makeStaff } from '#lib/approvals/decisions/testing/staff.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import { importDepositsCall } from '../calls.ts'
import * as calls from './calls.ts'
import { depositsAsCsv, readBankLine, readBankTable } from './rules.ts'
import { columnMapBody, newColumnMap } from './testing/maps.ts'

// Attacks by a staff member who stores a column map that reads the balance as the deposit, and lets a colleague import
// by it.

let nameCount = 0
const newName = () => `열바꿈 ${++nameCount}호`

beforeEach(() => db().rows('DELETE FROM bank_file_maps'))
afterEach(() => expectBooksBalance())

const remember = ({ headers }: SignedIn, map: Parameters<typeof columnMapBody>[0]) =>
  send(calls.storeColumnMapCall, { headers, body: columnMapBody(map) })

const confirm = ({ headers }: SignedIn, id: number) =>
  send(calls.confirmColumnMapCall, { path: `/api/admin/bank-file-maps/${id}/confirm`, headers, body: {} })

/**
 * Imports a file as the console does: reads it by the stored column map, and sends the credits with the id of the map.
 */
async function importFile({ headers }: SignedIn, table: string) {
  const { json } = await send(calls.columnMapsCall, { headers })
  const { columns, lines, map } = readBankTable(table, json.rows as { id: number; headings: string[]; columns: [] }[])
  const credits = lines.flatMap((line) => {
    const read = readBankLine(line, columns)
    return read.is === 'credit' ? [read.deposit] : []
  })
  return send(importDepositsCall, { headers, body: { csv: depositsAsCsv(credits), mapId: map?.id } })
}

const fileOf = (headings: readonly string[], name: string, won = 1_000, balance = 900_000) =>
  [headings.join(';'), `2026-11-02 09:15:07;${name};${won};0;${balance}`].join('\n')

const balanceAsDeposit = () => newColumnMap(['at', 'name', null, null, 'amount'])

test('columns that a colleague chose credit nothing before somebody else has confirmed them', async () => {
  const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const { id: memberId } = await makeMember()
  const name = newName()
  await makeCharge({ memberId, name, point: 900_000 })
  const map = balanceAsDeposit()
  const { json } = await remember(cheat, map)
  const { status, json: refused } = await importFile(colleague, fileOf(map.headings, name))
  expect([status, refused.message]).toEqual([409, '다른 운영자가 저장한 파일 양식이에요. 확인한 뒤에 가져와 주세요.'])
  expect((await confirm(cheat, json.id)).status).toBe(403)
  expect(await balanceOf(db(), memberId)).toBe(0n)
  expect(await oneRow(db(), 'SELECT count(*)::int AS stored FROM deposits WHERE name = $1', [name])).toEqual({
    stored: 0,
  })
})

test('who chose the columns and imports by them has the limits of whoever types deposits', async () => {
  const cheat = await makeStaff('MANAGER')
  const { id: memberId } = await makeMember()
  const name = newName()
  await makeCharge({ memberId, name, point: 9_000_000 })
  const map = balanceAsDeposit()
  await remember(cheat, map)
  const { json } = await importFile(cheat, fileOf(map.headings, name, 1_000, 9_000_000))
  expect(json).toMatchObject([{ status: 'UNCONFIRMED', chargeId: null }])
  expect(await balanceOf(db(), memberId)).toBe(0n)
})

test('a colleague’s import by them never credits who chose them, and he can’t be the second person', async () => {
  const [cheat, colleague, third] = [await makeStaff('MANAGER'), await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const name = newName()
  await makeCharge({ memberId: cheat.id, name, point: 1_000 })
  const map = newColumnMap()
  const { json } = await remember(cheat, map)
  expect((await confirm(colleague, json.id)).status).toBe(200)
  const { json: lines } = await importFile(colleague, fileOf(map.headings, name))
  expect(lines).toMatchObject([{ status: 'UNCONFIRMED' }])
  const { approvalId } = await oneRow<{ approvalId: number }>(db(), 'SELECT approval_id FROM deposits WHERE id = $1', [
    lines[0].id,
  ])
  const decide = ({ headers }: SignedIn) =>
    send(confirmApprovalCall, { path: `/api/admin/approvals/${approvalId}/confirm`, headers, body: { reason: '' } })
  expect((await decide(cheat)).status).toBe(403)
  expect((await decide(third)).status).toBe(200)
  expect(await balanceOf(db(), cheat.id)).toBe(0n)
})

test('columns changed after a colleague has confirmed them are unconfirmed, and an import by the old ones is refused', async () => {
  const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  const map = newColumnMap()
  const { json: honest } = await remember(cheat, map)
  await confirm(colleague, honest.id)
  const { json: changed } = await remember(cheat, { ...map, columns: ['at', 'name', null, null, 'amount'] })
  expect(changed.id).not.toBe(honest.id)
  const csv = depositsAsCsv([
    { externalId: '', name: newName(), amount: 1, at: '2026-11-02T09:15:07+09:00', precision: 'EXACT' },
  ])
  const stale = await send(importDepositsCall, { headers: colleague.headers, body: { csv, mapId: honest.id } })
  expect([stale.status, stale.json.message]).toEqual([
    409,
    '파일 양식이 그사이에 바뀌었어요. 새로고침하고 표를 다시 확인해 주세요.',
  ])
  expect((await importFile(colleague, fileOf(map.headings, newName()))).status).toBe(409)
})

test('balances by their Korean name are refused as deposits', async () => {
  const cheat = await makeStaff('MANAGER')
  const map = { headings: ['거래일시', '내용', '잔액(원)'], columns: ['at', 'name', 'amount'] as const }
  const { status, json } = await remember(cheat, map)
  expect([status, json.message]).toEqual([400, '잔액이나 출금액인 열은 입금액으로 쓸 수 없어요.'])
})

test('a map is remembered once, used by itself, forgotten once, and each step is in the audit trail', async () => {
  const staff = await makeStaff('MANAGER')
  const map = newColumnMap()
  const [first, again] = await Promise.all([remember(staff, map), remember(staff, map)])
  expect(first?.json).toEqual(again?.json)
  const { id } = first?.json ?? {}
  expect((await importFile(staff, fileOf(map.headings, newName()))).json).toMatchObject([{ status: 'WAITING' }])
  const forget = () =>
    send(calls.deleteColumnMapCall, { path: `/api/admin/bank-file-maps/${id}`, headers: staff.headers })
  expect([(await forget()).status, (await forget()).status]).toEqual([200, 404])
  expect(
    await db().rows("SELECT action, after ->> 'map' AS map FROM audit_entries WHERE actor_id = $1 ORDER BY id", [
      staff.id,
    ]),
  ).toEqual([
    { action: 'bank-file-map.save', map: null },
    { action: 'deposit.import', map: String(id) },
    { action: 'bank-file-map.forget', map: null },
  ])
})

test('a hundred maps are remembered and no more; one of them can still get other columns', async () => {
  const staff = await makeStaff('MANAGER')
  await db().rows(
    `INSERT INTO bank_file_maps (fingerprint, headings, columns, made_by)
     SELECT sha256(convert_to(n::text, 'UTF8')), '{}', '{}', $1 FROM generate_series(1, 99) AS n`,
    [staff.id],
  )
  const map = newColumnMap()
  expect((await remember(staff, map)).status).toBe(200)
  const { status, json } = await remember(staff, newColumnMap())
  expect([status, json.message]).toEqual([409, '파일 양식은 100개까지 저장해요. 안 쓰는 것을 삭제해 주세요.'])
  expect((await remember(staff, { ...map, columns: ['at', 'name', 'amount', null, 'balance'] })).status).toBe(200)
})
