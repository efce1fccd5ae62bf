import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { requireConnection } from '#lib/connections/read-connection.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { popbill } from './popbill.ts'
import {
  connectSource,
  depositsOf,
  makeMemberWithCharge,
  readConnectionFailures,
  runWorkerOnce,
  runWorkerRounds,
} from './testing/connected-shop.ts'
import { describeSource } from './testing/describe-source.ts'
import { type PopbillStandIn, startPopbillStandIn } from './testing/popbill-stand-in.ts'
import {
  endUnfinishedWork,
  expectCredited,
  expectNotCredited,
  newCharge,
  newDepositorName,
  payCharges,
  runUntilCredited,
} from './testing/source-suite.ts'

describeSource('popbill', () => startPopbillStandIn())

describe('Popbill', () => {
  let standIn: PopbillStandIn
  beforeEach(async () => {
    standIn = await startPopbillStandIn()
  })
  afterEach(async () => {
    await standIn.stop()
    await endUnfinishedWork('popbill')
    await expectBooksBalance()
  })

  const checkFault = async () =>
    popbill.check(await requireConnection(db(), 'popbill')).then(
      () => null,
      (error: { sentence: string }) => error.sentence,
    )
  const countOf = (wanted: string) => standIn.requests.filter(({ requestKind }) => requestKind === wanted).length
  const named = async (name: string) => (await depositsOf('popbill')).filter((each) => each.name === name)

  test('is asked for the state of a job until it is done, and for its rows then only', async () => {
    standIn.questionsPerJob = 3
    await connectSource(standIn)
    for (let round = 0; round < 3; round++) await runWorkerOnce()
    expect([countOf('job'), countOf('ask'), countOf('poll')]).toEqual([1, 2, 0])
    await runWorkerOnce()
    expect([countOf('job'), countOf('ask'), countOf('poll')]).toEqual([1, 3, 1])
  })

  test('counts as working once it has read rows, not when it accepts a job', async () => {
    await connectSource(standIn)
    await runWorkerOnce()
    expect(await oneRow(db(), "SELECT checked_at FROM connections WHERE kind = 'popbill'")).toEqual({ checkedAt: null })
    await runWorkerRounds(standIn, 2)
    expect(
      await oneRow(db(), "SELECT checked_at IS NOT NULL AS checked FROM connections WHERE kind = 'popbill'"),
    ).toEqual({ checked: true })
  })

  test('whose job fails at the bank says why, stays failing while it tries again, and credits what came meanwhile', async () => {
    await connectSource(standIn)
    standIn.jobError = { code: -14_000_030, reason: '빠른조회 비밀번호가 틀렸습니다.' }
    const charge = await newCharge()
    standIn.transfer(charge)
    await runWorkerRounds(standIn, 6)
    expect((await readConnectionFailures('popbill')).error).toContain('빠른조회 비밀번호가 틀렸습니다 (-14000030).')
    expect((await readConnectionFailures('popbill')).failures).toBeGreaterThan(1)
    await expectNotCredited([charge])
    standIn.jobError = null
    await runUntilCredited(standIn, [charge])
    await expectCredited([charge])
    expect(await readConnectionFailures('popbill')).toMatchObject({ error: null, failures: 0 })
  })

  test('that has forgotten a job, or a token, is asked for another one', async () => {
    await connectSource(standIn)
    const charge = await newCharge()
    await runWorkerOnce()
    standIn.transfer(charge)
    standIn.forgetJobs()
    standIn.forgetTokens()
    await runUntilCredited(standIn, [charge])
    await expectCredited([charge])
  })

  test('whose job never ends is asked for another one, and says so', async () => {
    standIn.questionsPerJob = 1_000
    await connectSource(standIn)
    await runWorkerRounds(standIn, 2)
    await db().rows(
      `UPDATE source_polls SET cursor = jsonb_set(cursor, '{job,at}', to_jsonb((cursor->'job'->>'at')::bigint - 1300000))`,
    )
    await runWorkerOnce()
    expect((await readConnectionFailures('popbill')).error).toContain('가져오지 못하고 있어요')
    standIn.questionsPerJob = 1
    await payCharges(standIn, [await newCharge()])
    expect(countOf('job')).toBe(2)
  })

  test('reads all pages of a job, over several polls if there are many', async () => {
    await connectSource(standIn)
    const charge = await newCharge()
    standIn.malformedRows = Array.from({ length: 2_600 }, () => ({ unreadable: true }))
    standIn.transfer(charge)
    await runUntilCredited(standIn, [charge])
    await expectCredited([charge])
    expect(countOf('poll')).toBeGreaterThanOrEqual(6)
  })

  test('reads rows that others cannot be read beside', async () => {
    await connectSource(standIn)
    standIn.malformedRows = [
      null,
      'row',
      5,
      {},
      { tid: '', trdt: '' },
      { tid: 'x', trdt: '20261399250000', accIn: '5000' },
    ]
    const charge = await newCharge()
    await payCharges(standIn, [charge])
    await expectCredited([charge])
    expect((await depositsOf('popbill')).filter(({ externalId }) => externalId === 'popbill:x')).toEqual([])
  })

  test('reads the depositor from the chosen remark', async () => {
    await connectSource(standIn, { values: { ...standIn.values, nameField: '3' } })
    const charge = await newCharge()
    standIn.addRow({ ...charge, remark: 3 })
    await runUntilCredited(standIn, [charge])
    await expectCredited([charge])
  })

  test('takes no other words of a row for the name: whoever is called as a kind of transfer gets nobody’s money', async () => {
    await connectSource(standIn)
    const thief = await makeMemberWithCharge('타행이체')
    const other = await makeMemberWithCharge('전자금융')
    standIn.addRow({ name: newDepositorName(), amount: thief.amount, remark: 3 })
    standIn.addRow({ name: '', amount: thief.amount, remark: 1 })
    await runWorkerRounds(standIn, 6)
    await expectNotCredited([thief, other])
  })

  test('reports no withdrawal as a deposit', async () => {
    await connectSource(standIn)
    const charge = await newCharge()
    standIn.addRow({ ...charge, out: charge.amount })
    await runWorkerRounds(standIn, 6)
    await expectNotCredited([charge])
    expect(await named(charge.name)).toEqual([])
  })

  test('reports a moment with no more precision than the bank has', async () => {
    await connectSource(standIn)
    const [exact, minute, day] = [newDepositorName(), newDepositorName(), newDepositorName()]
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    standIn.addRow({ name: exact, amount: 1_000, at: new Date(`${yesterday}T03:04:05Z`) })
    standIn.addRow({ name: minute, amount: 1_000, at: new Date(`${yesterday}T03:04:00Z`) })
    standIn.addRow({ name: day, amount: 1_000, at: new Date(`${yesterday}T15:00:00Z`) })
    await runWorkerRounds(standIn, 4)
    const stored = await db().rows(
      'SELECT name, precision, at FROM deposits WHERE name = ANY ($1::text[]) ORDER BY array_position($1::text[], name)',
      [[exact, minute, day]],
    )
    expect(stored).toMatchObject([
      { name: exact, precision: 'EXACT', at: new Date(`${yesterday}T03:04:05Z`) },
      { name: minute, precision: 'MINUTE', at: new Date(`${yesterday}T03:04:59.999Z`) },
      { name: day, precision: 'DAY' },
    ])
  })

  test.each([
    [0, '준비하고 있어요'],
    [2, '정지되어 있어요'],
  ])('whose account is in state %i does not pass the check', async (state, words) => {
    await connectSource(standIn)
    standIn.accountState = state
    expect(await checkFault()).toContain(words)
  })

  test('does not pass the check for an account that it does not know, or half of one', async () => {
    await connectSource(standIn, { values: { ...standIn.values, accountNumber: '999999' } })
    expect(await checkFault()).toContain('등록되지 않은 계좌입니다 (-14000006).')
    await connectSource(standIn, { values: { ...standIn.values, accountNumber: '' } })
    expect(await checkFault()).toContain('은행 코드와 계좌번호를 함께')
  })

  test('without an account passes the check, is not polled, and proves nothing by that', async () => {
    await connectSource(standIn, { values: { ...standIn.values, accountNumber: '', bankCode: '' } })
    expect(await checkFault()).toBe(null)
    const before = standIn.requests.length
    await runWorkerRounds(standIn, 2)
    expect(standIn.requests).toHaveLength(before)
    expect(await oneRow(db(), "SELECT checked_at FROM connections WHERE kind = 'popbill'")).toEqual({ checkedAt: null })
  })
})
