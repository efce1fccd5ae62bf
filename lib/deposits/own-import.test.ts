import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { type SignedIn, send, signedIn } from '#lib/web/testing/caller.ts'
import * as calls from './calls.ts'
import { buildDeposit, makeDeposit } from './testing/deposits.ts'

afterEach(() => expectBooksBalance())

let nameCount = 0
const newDepositorName = () => `본인 ${++nameCount}호`

const signInManager = () => signedIn({ role: 'MANAGER' })

async function importLine({ headers }: SignedIn, name: string) {
  const { json } = await send(calls.importDepositsCall, { headers, body: [buildDeposit({ name })] })
  return json[0] as { id: number; status: string; chargeId: number | null }
}

const matchByCall = ({ headers }: SignedIn, depositId: number, chargeId: number) =>
  send(calls.matchDepositCall, { path: `/api/admin/deposits/${depositId}/match`, headers, body: { chargeId } })

test('a deposit that a staff member imports never credits his own charge', async () => {
  const [staff, colleague] = [await signInManager(), await signInManager()]
  const name = newDepositorName()
  const chargeId = await makeCharge({ memberId: staff.id, name })
  const { id, ...line } = await importLine(staff, name)
  expect(line).toMatchObject({ status: 'UNCONFIRMED', chargeId: null })
  expect((await matchByCall(staff, id, chargeId)).json.code).toBe('OWN_ACCOUNT')
  expect((await matchByCall(colleague, id, chargeId)).json.code).toBe('OWN_ACCOUNT')
  expect(await balanceOf(db(), staff.id)).toBe(0n)
})

test('an import by a colleague doesn’t credit a staff member’s charge by itself', async () => {
  const [staff, colleague] = [await signInManager(), await signInManager()]
  const name = newDepositorName()
  await makeCharge({ memberId: staff.id, name })
  expect(await importLine(colleague, name)).toMatchObject({ chargeId: null })
  expect(await balanceOf(db(), staff.id)).toBe(0n)
})

test('a deposit that the bank’s side signed credits anybody’s charge, a staff member’s too', async () => {
  const staff = await signInManager()
  const name = newDepositorName()
  const chargeId = await makeCharge({ memberId: staff.id, name })
  const depositId = await makeDeposit({ name })
  expect(await oneRow(db(), 'SELECT charge_id FROM deposits WHERE id = $1', [depositId])).toEqual({ chargeId })
  expect(await balanceOf(db(), staff.id)).toBe(1_000_000n)
})
