import { expect, test } from 'vitest'
import { db, isDuplicate, isForeignKeyViolation, isLockTimeout } from './db.ts'
import { wasOutageNotedRecently } from './outage.ts'
import { lockRows, type PrismaTx, prisma, prismaTransaction } from './prisma.ts'

const newPlatform = () => prisma().platform.create({ data: { text: '플랫폼', backgroundColor: '#000000' } })
const errorOf = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => null,
    (error) => error,
  )

test('a transaction that throws is rolled back, one that returns is committed', async () => {
  const failing = prismaTransaction(async (tx) => {
    await tx.registerWhere.create({ data: { text: 'gone' } })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await prismaTransaction((tx) => tx.registerWhere.create({ data: { text: 'left' } }))
  const rows = await prisma().registerWhere.findMany({ where: { text: { in: ['gone', 'left'] } } })
  expect(rows.map(({ text }) => text)).toEqual(['left'])
})

test('a transaction that PostgreSQL ends because of a deadlock is run again', async () => {
  const names = ['prisma-a', 'prisma-b']
  await prisma().cacheVersion.createMany({ data: names.map((name) => ({ name })) })
  const both = Promise.withResolvers<void>()
  let first = 0
  let runs = 0
  const raise = (tx: PrismaTx, name = '') =>
    tx.cacheVersion.update({ where: { name }, data: { version: { increment: 1 } } })
  const crosswise = ([one, other]: string[]) =>
    prismaTransaction(async (tx) => {
      runs++
      await raise(tx, one)
      if (++first >= 2) both.resolve()
      await both.promise
      await raise(tx, other)
    })
  await Promise.all([crosswise(names), crosswise(names.toReversed())])
  const rows = await prisma().cacheVersion.findMany({ where: { name: { in: names } }, select: { version: true } })
  expect(rows).toEqual([{ version: 2n }, { version: 2n }])
  // At least one of the two transactions is run again; both are if PostgreSQL aborts both, which happens when both look
  // for the deadlock at the same time.
  expect(runs).toBeGreaterThan(2)
})

test('no SQL transaction begins inside a Prisma one or the reverse, nor a Prisma one inside another', async () => {
  const inner = () => prismaTransaction(async () => 'never')
  await expect(db().transaction(inner)).rejects.toThrow('inside one of SQL')
  await expect(prismaTransaction(inner)).rejects.toThrow('inside one of Prisma')
  await expect(prismaTransaction(() => db().transaction(async () => 'never'))).rejects.toThrow('inside one of Prisma')
})

test('errors of Prisma tell which constraint a row violates, as errors of SQL do', async () => {
  const { id } = await newPlatform()
  await prisma().category.create({ data: { platformId: id, text: '분류' } })
  const terms = { kind: 'service', since: '2030-01-01', body: '# 목적' }
  await prisma().termsVersion.create({ data: terms })
  expect(isDuplicate(await errorOf(prisma().termsVersion.create({ data: terms })))).toBe(true)
  const missing = await errorOf(prisma().category.create({ data: { platformId: 999_999_999, text: '분류' } }))
  const inUse = await errorOf(prisma().platform.delete({ where: { id } }))
  expect([missing, inUse].map(isForeignKeyViolation)).toEqual([true, true])
  expect([missing, inUse].map(isDuplicate)).toEqual([false, false])
})

test('waiting too long for a locked row is reported as a lock timeout', async () => {
  const { id } = await newPlatform()
  await db().transaction(async (tx) => {
    await tx.rows('SELECT FROM platforms WHERE id = $1 FOR UPDATE', [id])
    const waiting = prisma().$transaction(async (other) => {
      await other.$queryRaw`SELECT set_config('lock_timeout', '50ms', true)`
      await lockRows(other, 'platforms', [id])
    })
    expect(isLockTimeout(await errorOf(waiting))).toBe(true)
  })
})

test('an outage during a read by Prisma is noted, so that the page gets a 503 and not a 500', async () => {
  await expect(prisma().$queryRaw`SELECT 1 / 0`).rejects.toThrow()
  expect(wasOutageNotedRecently()).toBe(false)
  const full = "DO $$ BEGIN RAISE EXCEPTION 'too many' USING ERRCODE = '53300'; END $$"
  await expect(prisma().$executeRawUnsafe(full)).rejects.toThrow('too many')
  expect(wasOutageNotedRecently()).toBe(true)
})
