import { describe, expect, test } from 'vitest'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { saveConnection } from '#lib/connections/saving/save-connection.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { matchDeposits } from '../../match-by-staff.ts'
import { matchWaitingDeposits } from '../../match-deposit.ts'
import { depositForStaff } from '../../queries/one-deposit.ts'
import { makeDeposit } from '../../testing/deposits.ts'
import { CORRECT_SUGGESTIONS_NEEDED } from '../labels.ts'
import { sourcesForStaff } from '../queries.ts'
import { switchCrediting } from '../switch-crediting.ts'
import { connectSource, depositsOf, runWorkerRounds } from './connected-shop.ts'
import {
  expectCredited,
  expectNotCredited,
  newCharge,
  registerCharges,
  runUntilCredited,
  type SourceSuite,
  type TestCharge,
} from './source-suite.ts'

/**
 * Declares the tests about the charges suggested for a source's deposits, and about OWNERs who let the source credit
 * without staff.
 */
export function describeCrediting({ kind, standIn }: SourceSuite): void {
  const owner = async () => staffOf(await makeMember({ role: 'OWNER' }), 'OWNER')
  const connectSuggesting = () => connectSource(standIn(), { credits: false })
  const sourceRow = async () => (await sourcesForStaff(db())).find((each) => each.kind === kind)
  const switchTo = async (on: boolean) => switchCrediting(db(), await owner(), { kind, on })

  /** Makes the member of a charge pay, and runs the worker until the deposit is stored. Returns the deposit. */
  async function report(charge: TestCharge) {
    await registerCharges(standIn(), [charge])
    standIn().transfer(charge)
    for (let round = 0; round < 12; round++) {
      await runWorkerRounds(standIn(), 1)
      const found = (await depositsOf(kind)).find(({ name }) => name.trim() === charge.name)
      if (found) return found
    }
    throw new Error('the deposit was not reported')
  }

  /** Makes the stand-in report `times` deposits, and staff accept the charge suggested for each. */
  async function acceptSuggestions(times: number): Promise<void> {
    const actor = await owner()
    for (let at = 0; at < times; at++) {
      const charge = await newCharge()
      const { id } = await report(charge)
      await matchDeposits(db(), actor, { way: 'MATCH', depositIds: [id], chargeIds: [charge.id] })
    }
  }

  /**
   * Gives the source as many right suggestions as it needs before an OWNER may let it credit
   * (CORRECT_SUGGESTIONS_NEEDED): a real one, and the others as inserted rows to save time.
   */
  const proveAtOnce = async () => {
    await acceptSuggestions(1)
    await db().rows(
      `INSERT INTO deposits (external_id, name, normal_name, amount, at, source, connection, is_proved, status, suggestion,
         matched_at)
       SELECT $1 || ':proof-' || gen_random_uuid(), 'proof', 'proof', 100, now(), 'CONNECTION', $1, true, 'RETURNED', 'RIGHT', now()
       FROM generate_series(2, $2::int)`,
      [kind, CORRECT_SUGGESTIONS_NEEDED],
    )
  }

  describe('crediting', () => {
    test('is not done by a source that nobody switched on: it suggests the charge', async () => {
      await connectSuggesting()
      const charge = await newCharge()
      const { id } = await report(charge)
      await matchWaitingDeposits(db())
      await expectNotCredited([charge])
      const suggested = await depositForStaff(db(), id)
      expect(suggested).toMatchObject({ status: 'WAITING', reason: 'SOURCE' })
      expect(suggested?.charges).toContainEqual(expect.objectContaining({ id: charge.id }))
    })

    test('is refused before ten suggestions in a row were right, and allowed after', async () => {
      await connectSuggesting()
      await acceptSuggestions(CORRECT_SUGGESTIONS_NEEDED - 1)
      expect(await sourceRow()).toMatchObject({ right: CORRECT_SUGGESTIONS_NEEDED - 1, creditsSince: null })
      await expect(switchTo(true)).rejects.toThrow(`지금까지 ${CORRECT_SUGGESTIONS_NEEDED - 1}번 맞았어요`)
      await acceptSuggestions(1)
      await switchTo(true)
      expect((await sourceRow())?.creditsSince).not.toBe(null)
      const charge = await newCharge()
      await registerCharges(standIn(), [charge])
      standIn().transfer(charge)
      await runUntilCredited(standIn(), [charge])
      await expectCredited([charge])
    })

    test('is counted anew after a suggestion that staff decided otherwise', async () => {
      await connectSuggesting()
      await acceptSuggestions(2)
      const suggested = await newCharge()
      const { id } = await report(suggested)
      const other = await newCharge()
      await matchDeposits(db(), await owner(), { way: 'MATCH', depositIds: [id], chargeIds: [other.id] })
      expect((await sourceRow())?.right).toBe(0)
    })

    test('is counted anew also if the deposit decided otherwise was stored before the right ones', async () => {
      await connectSuggesting()
      const suggested = await newCharge()
      const { id } = await report(suggested)
      await acceptSuggestions(2)
      const other = await newCharge()
      await matchDeposits(db(), await owner(), { way: 'MATCH', depositIds: [id], chargeIds: [other.id] })
      expect((await sourceRow())?.right).toBe(0)
      await acceptSuggestions(1)
      expect((await sourceRow())?.right).toBe(1)
    })

    test('does not begin with what arrived before it was switched on', async () => {
      await connectSuggesting()
      const charge = await newCharge()
      await report(charge)
      await proveAtOnce()
      await switchTo(true)
      await runWorkerRounds(standIn(), 2)
      await matchWaitingDeposits(db())
      await expectNotCredited([charge])
    })

    test('ends at once when it is switched off halfway', async () => {
      await connectSuggesting()
      await proveAtOnce()
      await switchTo(true)
      const charge = await newCharge()
      await registerCharges(standIn(), [charge])
      standIn().transfer(charge)
      await switchTo(false)
      await runWorkerRounds(standIn(), 6)
      await matchWaitingDeposits(db())
      await expectNotCredited([charge])
      expect((await depositsOf(kind)).find(({ name }) => name === charge.name)).toMatchObject({ status: 'WAITING' })
    })

    test('goes on when a key is rotated, and ends when the account is another', async () => {
      await connectSuggesting()
      await proveAtOnce()
      await switchTo(true)
      const { values, url } = standIn()
      const [secret] = Object.keys(values).filter((name) => /key|token/i.test(name))
      const rotated = { ...values, [secret ?? '']: `${values[secret ?? '']}-rotated` }
      await saveConnection(db(), await owner(), { kind, input: { values: rotated, baseUrl: url } })
      expect((await sourceRow())?.creditsSince).not.toBe(null)
      await saveConnection(db(), await owner(), { kind, input: { values: rotated, baseUrl: `${url}/other` } })
      expect(await sourceRow()).toMatchObject({ creditsSince: null, right: 0 })
    })

    test('is done once by two owners who switch it at once', async () => {
      await connectSuggesting()
      await proveAtOnce()
      await Promise.all([switchTo(true), switchTo(true)])
      const { count } = await oneRow<{ count: number }>(
        db(),
        `SELECT count(*)::int AS count FROM audit_entries WHERE action = 'connection.crediting'
         AND at >= (SELECT connected_at FROM connections WHERE kind = $1)`,
        [kind],
      )
      expect(count).toBe(1)
    })

    test('is done once when the signed hook reports the same deposit too', async () => {
      await connectSource(standIn())
      const charge = await newCharge()
      await registerCharges(standIn(), [charge])
      standIn().transfer(charge)
      await runUntilCredited(standIn(), [charge])
      const second = await newCharge(charge.amount)
      const id = await makeDeposit({ name: charge.name, amount: charge.amount })
      await matchWaitingDeposits(db())
      await expectCredited([charge])
      await expectNotCredited([second])
      expect(await depositForStaff(db(), id)).toMatchObject({ status: 'WAITING', reason: 'DUPLICATE' })
    })

    test('is done once when the signed hook was first', async () => {
      await connectSource(standIn())
      const charge = await newCharge()
      await registerCharges(standIn(), [charge])
      standIn().transfer(charge)
      await makeDeposit({ name: charge.name, amount: charge.amount })
      await runWorkerRounds(standIn(), 6)
      await expectCredited([charge])
      const stored = (await depositsOf(kind)).filter(({ name }) => name === charge.name)
      expect(stored.every(({ status }) => status === 'WAITING')).toBe(true)
    })

    test('is done once when another service reports the same deposit', async () => {
      await connectSource(standIn())
      const charge = await newCharge()
      const other = kind === 'payaction' ? 'popbill' : 'payaction'
      await registerCharges(standIn(), [charge])
      standIn().transfer(charge)
      await runUntilCredited(standIn(), [charge])
      const id = await makeDeposit(
        { name: charge.name, amount: charge.amount },
        { source: 'CONNECTION', connection: other, isProved: true },
      )
      await matchWaitingDeposits(db())
      await expectCredited([charge])
      expect(await depositForStaff(db(), id)).toMatchObject({ status: 'WAITING', reason: 'DUPLICATE' })
    })
  })
}
