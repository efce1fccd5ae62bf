import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { requireConnection } from '#lib/connections/read-connection.ts'
import { db } from '#lib/core/db.ts'
import { barobill } from './barobill.ts'
import { type BarobillStandIn, startBarobillStandIn } from './testing/barobill-stand-in.ts'
import {
  connectSource,
  depositsOf,
  makeMemberWithCharge,
  readConnectionFailures,
  runWorkerOnce,
  runWorkerRounds,
} from './testing/connected-shop.ts'
import { describeSource } from './testing/describe-source.ts'
import {
  endUnfinishedWork,
  expectCredited,
  expectNotCredited,
  newCharge,
  newDepositorName,
  payCharges,
  runUntilCredited,
} from './testing/source-suite.ts'

describeSource('barobill', () => startBarobillStandIn())

describe('Barobill', () => {
  let standIn: BarobillStandIn
  beforeEach(async () => {
    standIn = await startBarobillStandIn()
  })
  afterEach(async () => {
    await standIn.stop()
    await endUnfinishedWork('barobill')
    await expectBooksBalance()
  })

  const opened = () => requireConnection(db(), 'barobill')
  const checkFault = async () =>
    barobill.check(await opened()).then(
      () => null,
      (error: { sentence: string }) => error.sentence,
    )
  const named = async (name: string) => (await depositsOf('barobill')).filter((each) => each.name === name)
  const seoulDay = (at: Date) => new Date(at.getTime() + 9 * 3_600_000).toISOString().slice(0, 10)

  test('collects each row anew under another key: the deposit is stored once all the same', async () => {
    await connectSource(standIn)
    const charge = await newCharge()
    await payCharges(standIn, [charge])
    for (let round = 0; round < 4; round++) await runWorkerOnce()
    await expectCredited([charge])
    expect(await named(charge.name)).toHaveLength(1)
  })

  test('reports what it collects later, once it has', async () => {
    await connectSource(standIn)
    standIn.collects = false
    const charge = await newCharge()
    standIn.transfer(charge)
    await runWorkerRounds(standIn, 3)
    await expectNotCredited([charge])
    standIn.collects = true
    await runUntilCredited(standIn, [charge])
    await expectCredited([charge])
  })

  test('tells two equal transfers of one payer in the same second apart, also where the balance is the same', async () => {
    await connectSource(standIn)
    const [swept, blank] = [newDepositorName(), newDepositorName()]
    const at = new Date()
    for (const name of [swept, swept]) standIn.addRow({ name, amount: 7_000, at, balance: '7000' })
    for (const name of [blank, blank, newDepositorName()]) standIn.addRow({ name, amount: 8_000, at, balance: '' })
    for (let round = 0; round < 3; round++) await runWorkerOnce()
    expect(await named(swept)).toHaveLength(2)
    expect(await named(blank)).toHaveLength(2)
  })

  test('is read page by page', async () => {
    await connectSource(standIn)
    const charges = [await newCharge(), await newCharge()]
    const yesterday = new Date(Date.now() - 86_400_000)
    for (let row = 0; row < 230; row++) standIn.addRow({ name: newDepositorName(), amount: 0, at: yesterday })
    for (const charge of charges) standIn.transfer(charge)
    await runUntilCredited(standIn, charges)
    await expectCredited(charges)
    expect(standIn.requests.filter(({ requestKind }) => requestKind === 'poll').length).toBeGreaterThanOrEqual(3)
  })

  test('whose rows become more while its pages are read is read again, and nothing is stored twice', async () => {
    await connectSource(standIn)
    const at = new Date(Date.now() - 86_400_000)
    for (let row = 0; row < 101; row++) standIn.addRow({ name: `행${row}`, amount: 1_000, at, balance: '1000' })
    const rowsOf = async () => (await depositsOf('barobill')).filter(({ name }) => name.startsWith('행'))
    standIn.beforePage = (page) => {
      if (page === 2) standIn.addRow({ name: '늦은 행', amount: 0, at: new Date(at.getTime() - 1_000) })
    }
    await runWorkerOnce()
    expect(await rowsOf()).toEqual([])
    expect((await readConnectionFailures('barobill')).failures).toBe(0)
    standIn.beforePage = () => {}
    await runWorkerOnce()
    await runWorkerOnce()
    expect(await rowsOf()).toHaveLength(101)
  })

  test('reads the depositor from the chosen remark, and no word for a kind of transfer', async () => {
    const thief = await makeMemberWithCharge('전자금융')
    await connectSource(standIn)
    standIn.addRow({ name: newDepositorName(), amount: thief.amount, remark: 2 })
    await runWorkerRounds(standIn, 3)
    await expectNotCredited([thief])
    await connectSource(standIn, { values: { ...standIn.values, nameField: '2' } })
    const charge = await newCharge()
    standIn.addRow({ ...charge, remark: 2 })
    await runUntilCredited(standIn, [charge])
    await expectCredited([charge])
  })

  test('reports no other currency and no withdrawal as a deposit in won', async () => {
    await connectSource(standIn)
    const charge = await newCharge()
    standIn.addRow({ ...charge, currency: 'VND' })
    standIn.addRow({ ...charge, out: charge.amount })
    await runWorkerRounds(standIn, 3)
    await expectNotCredited([charge])
    expect(await named(charge.name)).toEqual([])
  })

  test('reports a moment with no more precision than the bank has', async () => {
    await connectSource(standIn)
    const at = new Date(`${seoulDay(new Date(Date.now() - 86_400_000))}T05:06:07+09:00`)
    const names = [newDepositorName(), newDepositorName(), newDepositorName()]
    for (const [place, digits] of [14, 12, 8].entries())
      standIn.addRow({ name: names[place] ?? '', amount: 1_000, at, digits })
    await runWorkerOnce()
    const stored = await db().rows<{ precision: string }>(
      'SELECT precision FROM deposits WHERE name = ANY ($1::text[]) ORDER BY array_position($1::text[], name)',
      [names],
    )
    expect(stored.map(({ precision }) => precision)).toEqual(['EXACT', 'MINUTE', 'DAY'])
  })

  test('takes nothing that a payer writes into his name for a part of its answer', async () => {
    await connectSource(standIn)
    const charge = await newCharge(10_000)
    const written = `${charge.name}</TransRemark1><Deposit>99000000</Deposit>`
    standIn.addRow({ name: written, amount: 100 })
    await runWorkerRounds(standIn, 3)
    expect(await named(written.trim())).toMatchObject([{ amount: 100, status: 'WAITING' }])
    await expectNotCredited([charge])
  })

  test('says in its own words why it refuses, also where it explains nothing', async () => {
    await connectSource(standIn, { values: standIn.wrongValues })
    expect(await checkFault()).toContain('연동인증키가 유효하지 않습니다 (-10002).')
    standIn.explainsToAnyone = false
    expect(await checkFault()).toMatch(/^바로빌이 거절했어요 \(-10002\)\./)
    await connectSource(standIn, { values: { ...standIn.values, accountNumber: '999999' } })
    expect(await checkFault()).toContain('등록되어 있지 않아요')
    await runWorkerRounds(standIn, 1)
    expect((await readConnectionFailures('barobill')).error).toContain('등록되지 않은 계좌입니다 (-20001).')
  })

  test('without an account passes the check and is not polled', async () => {
    await connectSource(standIn, { values: { ...standIn.values, accountNumber: '' } })
    expect(await checkFault()).toBe(null)
    const before = standIn.requests.length
    await runWorkerRounds(standIn, 2)
    expect(standIn.requests).toHaveLength(before)
  })

  test('tells of a day in Seoul: its credits, and the balance after its last row', async () => {
    await connectSource(standIn)
    const day = seoulDay(new Date(Date.now() - 86_400_000))
    const at = (time: string) => new Date(`${day}T${time}+09:00`)
    const name = newDepositorName()
    standIn.addRow({ name, amount: 5_000, at: at('09:00:01'), balance: '15000' })
    standIn.addRow({ name, amount: 1, at: at('23:59:59'), out: 4_000, balance: '11,000' })
    standIn.addRow({ name, amount: 6_000, at: new Date(at('00:00:00').getTime() - 1_000), balance: '10000' })
    expect(await barobill.reconcile?.(await opened(), day)).toMatchObject({
      deposits: [{ name, amount: 5_000, at: at('09:00:01').toISOString() }],
      balance: 11_000,
    })
  })
})
