import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { matchWaitingDeposits } from '../match-deposit.ts'
import { type BentaStandIn, startBentaStandIn } from './testing/benta-stand-in.ts'
import {
  connectSource,
  deliverWebhooks,
  depositsOf,
  runWorkerOnce,
  runWorkerRounds,
  sendWebhook,
} from './testing/connected-shop.ts'
import { describeSource } from './testing/describe-source.ts'
import {
  countReports,
  endUnfinishedWork,
  expectCredited,
  expectNotCredited,
  newCharge,
  payCharges,
  registerCharges,
} from './testing/source-suite.ts'

describeSource('benta', () => startBentaStandIn())

describe('Benta', () => {
  let standIn: BentaStandIn
  beforeEach(async () => {
    standIn = await startBentaStandIn()
  })
  afterEach(async () => {
    await standIn.stop()
    await endUnfinishedWork('benta')
    await expectBooksBalance()
  })

  const webhook = (payment_id: string) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_id }),
  })
  const named = async (name: string) => (await depositsOf('benta')).filter((each) => each.name === name)

  test('is not asked about payments that the shop has not made: strangers’ webhooks leave nothing behind', async () => {
    await connectSource(standIn)
    await registerCharges(standIn, [await newCharge()])
    const [reports, requests] = [await countReports('benta'), standIn.requests.length]
    for (let at = 0; at < 100; at++)
      expect(
        (await sendWebhook('benta', webhook(`00000000-0000-4000-8000-${String(at).padStart(12, '0')}`))).status,
      ).toBe(200)
    expect(await countReports('benta')).toBe(reports)
    expect(standIn.requests).toHaveLength(requests)
  })

  test('makes another payment where the answer to the first was lost, and the charge is credited once', async () => {
    await connectSource(standIn)
    let lost = 0
    standIn.faultOf = (verb) => (verb === 'register' && lost++ < 2 ? 'cut' : undefined)
    const charge = await newCharge()
    await payCharges(standIn, [charge])
    expect(lost).toBeGreaterThan(2)
    await expectCredited([charge])
    expect(await named(charge.name)).toHaveLength(1)
  })

  test('that confirms only once, and whose answer was lost, makes a suggestion: nothing is credited unproved', async () => {
    standIn.confirmsOnce = true
    await connectSource(standIn)
    const charge = await newCharge()
    await registerCharges(standIn, [charge])
    let lost = 0
    standIn.faultOf = (verb) => (verb === 'ask' && lost++ === 0 ? 'cut' : undefined)
    standIn.transfer(charge)
    await runWorkerRounds(standIn, 4)
    await matchWaitingDeposits(db())
    await expectNotCredited([charge])
    expect(await named(charge.name)).toMatchObject([{ status: 'WAITING', isProved: false, amount: charge.amount }])
  })

  test('credits nothing for a voucher: that is no money on the account', async () => {
    await connectSource(standIn)
    standIn.method = 'CULTURE'
    const charge = await newCharge()
    await registerCharges(standIn, [charge])
    standIn.transfer(charge)
    await runWorkerRounds(standIn, 6)
    await expectNotCredited([charge])
    expect(await named(charge.name)).toEqual([])
  })

  test('tells the payer in the title what to transfer, and nobody else the charge’s number', async () => {
    await connectSource(standIn)
    const charge = await newCharge(12_345)
    await registerCharges(standIn, [charge])
    expect(standIn.registered()).toContainEqual({ name: charge.name, amount: 12_345 })
    const { orderNumber, remoteId } = await oneRow<{ orderNumber: string; remoteId: string }>(
      db(),
      'SELECT order_number, remote_id FROM source_registrations WHERE charge_id = $1',
      [charge.id],
    )
    expect(orderNumber).toMatch(/^[A-Z2-9]{20}$/)
    expect(remoteId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('is asked about a payment of which no webhook came', async () => {
    await connectSource(standIn)
    const charge = await newCharge()
    await registerCharges(standIn, [charge])
    standIn.transfer(charge)
    standIn.webhooks.length = 0
    for (let round = 0; round < 3; round++) await runWorkerOnce()
    await deliverWebhooks(standIn)
    await expectCredited([charge])
  })
})
