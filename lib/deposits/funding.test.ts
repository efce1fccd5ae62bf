import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { approveChargeCall } from '#lib/charges/calls.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import * as calls from './calls.ts'
import type { NewDeposit } from './schema.ts'
import { buildDeposit, makeDeposit, signatureHeaders } from './testing/deposits.ts'

afterEach(() => expectBooksBalance())

let nameCount = 0
const newDepositorName = () => `근거 ${++nameCount}호`

async function makeChargeUnder(name: string, point = 10_000) {
  const { id: memberId } = await makeMember()
  return makeCharge({ memberId, name, point })
}

async function importByCall(deposit: NewDeposit) {
  const { id: staffId, headers } = await signedIn({ role: 'MANAGER' })
  await send(calls.importDepositsCall, { headers, body: [deposit] })
  return { staffId, headers }
}

const fundingOfCharge = (id: number) =>
  oneRow(db(), 'SELECT settled_by, confirmed_by, funding FROM charges WHERE id = $1', [id])

const depositByName = (name: string) =>
  oneRow<{ id: number }>(
    db(),
    'SELECT id, source, imported_by, confirmed_by, precision FROM deposits WHERE name = $1',
    [name],
  )

const matchedByRule = { settledBy: null, confirmedBy: null }

test('a deposit of the signed hook is authenticated, and so is the charge it credits', async () => {
  const name = newDepositorName()
  const chargeId = await makeChargeUnder(name)
  const raw = Buffer.from(JSON.stringify([buildDeposit({ name })]))
  await send(calls.depositHookCall, { raw, headers: signatureHeaders(raw) })
  expect(await depositByName(name)).toMatchObject({ source: 'HOOK', importedBy: null, precision: 'EXACT' })
  expect(await fundingOfCharge(chargeId)).toEqual({ ...matchedByRule, funding: 'AUTHENTICATED' })
})

test('an import names who handed it in, and is the word of that one person', async () => {
  const name = newDepositorName()
  const chargeId = await makeChargeUnder(name)
  const { staffId } = await importByCall(buildDeposit({ name }))
  expect(await depositByName(name)).toMatchObject({ source: 'IMPORT', importedBy: staffId, confirmedBy: null })
  expect(await fundingOfCharge(chargeId)).toEqual({ ...matchedByRule, funding: 'UNCONFIRMED' })
})

test.each([
  ['somebody else confirmed', true, 'CONFIRMED'],
  ['nobody confirmed', false, 'UNCONFIRMED'],
])('a charge matched to an import that %s', async (_, byOther, funding) => {
  const name = newDepositorName()
  const { staffId, headers } = await importByCall(buildDeposit({ name }))
  const { id } = await depositByName(name)
  const confirmedBy = byOther ? (await makeMember({ role: 'MANAGER' })).id : null
  await db().rows('UPDATE deposits SET confirmed_by = $2 WHERE id = $1', [id, confirmedBy])
  const chargeId = await makeChargeUnder(`${name} 가게`)
  await send(calls.matchDepositCall, { path: `/api/admin/deposits/${id}/match`, headers, body: { chargeId } })
  expect(await fundingOfCharge(chargeId)).toEqual({ settledBy: staffId, confirmedBy: null, funding })
})

test('an approval by hand is the word of who gave it; a signed deposit joined to it authenticates it', async () => {
  const name = newDepositorName()
  const chargeId = await makeChargeUnder(name)
  const { id: staffId, headers } = await signedIn({ role: 'MANAGER' })
  await send(approveChargeCall, { path: `/api/admin/charges/${chargeId}/approve`, headers })
  expect(await fundingOfCharge(chargeId)).toEqual({ settledBy: staffId, confirmedBy: null, funding: 'UNCONFIRMED' })
  const other = await signedIn({ role: 'MANAGER' })
  const path = `/api/admin/deposits/${await makeDeposit({ name })}/match`
  await send(calls.matchDepositCall, { path, headers: other.headers, body: { chargeId, credited: true } })
  expect(await fundingOfCharge(chargeId)).toEqual({ settledBy: staffId, confirmedBy: null, funding: 'AUTHENTICATED' })
})

test('an import of one person that is joined to a charge lowers nothing that two people had confirmed', async () => {
  const name = newDepositorName()
  const chargeId = await makeChargeUnder(name)
  const [{ id: staffId, headers }, importer] = [
    await signedIn({ role: 'MANAGER' }),
    await makeMember({ role: 'MANAGER' }),
  ]
  await send(approveChargeCall, { path: `/api/admin/charges/${chargeId}/approve`, headers })
  await db().rows("UPDATE charges SET funding = 'CONFIRMED' WHERE id = $1", [chargeId])
  const depositId = await makeDeposit({ name }, { source: 'IMPORT', importedBy: importer.id })
  const path = `/api/admin/deposits/${depositId}/match`
  expect((await send(calls.matchDepositCall, { path, headers, body: { chargeId, credited: true } })).status).toBe(200)
  expect(await fundingOfCharge(chargeId)).toEqual({ settledBy: staffId, confirmedBy: null, funding: 'CONFIRMED' })
})

test('a merge rests on its weakest deposit, a split on its one', async () => {
  const { id: staffId, headers } = await signedIn({ role: 'MANAGER' })
  const origin = { source: 'IMPORT', importedBy: staffId } as const
  const both = await makeChargeUnder(newDepositorName(), 20_000)
  const [first, second] = [await makeDeposit(), await makeDeposit({}, origin)]
  const body = { chargeId: both, depositIds: [second] }
  await send(calls.mergeDepositsCall, { path: `/api/admin/deposits/${first}/merge`, headers, body })
  expect(await fundingOfCharge(both)).toEqual({ settledBy: staffId, confirmedBy: null, funding: 'UNCONFIRMED' })
  const chargeIds = [await makeChargeUnder(newDepositorName(), 4_000), await makeChargeUnder(newDepositorName(), 6_000)]
  const path = `/api/admin/deposits/${await makeDeposit()}/split`
  await send(calls.splitDepositCall, { path, headers, body: { chargeIds } })
  for (const id of chargeIds)
    expect(await fundingOfCharge(id)).toEqual({ settledBy: staffId, confirmedBy: null, funding: 'AUTHENTICATED' })
})
