import { expect, test } from 'vitest'
import { z } from 'zod'
import { createFreshDatabase } from '#lib/core/testing/database.ts'
import { matchWaitingDeposits } from '#lib/deposits/match-deposit.ts'
import { fillShop } from './many-rows.ts'
import { findLargeScans } from './plans.ts'
import { listStaffReads, sampleFilterValues } from './staff-reads.ts'

/** Size of the shop. `npm run prove -- million` uses a million orders, and also measures times. */
const volume = { orders: 60_000, members: 14_000, services: 600 }
/**
 * Rows that a statement may read of a large table: enough for one page of a list and its count, which stops at 10,000.
 */
const bounds = { large: 13_000, most: 13_000 }

test('every filter is measured, one with a transform too; a filter without a known value fails', () => {
  const flag = z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
  expect(sampleFilterValues('held', flag)).toEqual(['true', 'false'])
  expect(sampleFilterValues('saleState', z.enum(['OPEN', 'HIDDEN']).nullish())).toEqual(['OPEN', 'HIDDEN'])
  expect(sampleFilterValues('status', z.coerce.number().int().min(0).max(2).optional())).toEqual(['0', '1', '2'])
  expect(() => sampleFilterValues('colour', z.string())).toThrow('filter colour')
  expect(() => sampleFilterValues('size', z.coerce.number().int().min(10))).toThrow('filter size')
  const reads = listStaffReads(volume).map(({ name }) => name)
  for (const filter of [
    'auto-orders?held=true',
    'services?saleState=WITHDRAWN',
    `audit?from=`,
    'orders?sort=-point&cursor=',
    'orders?from=',
    '&status=5&cursor=',
    'audit?action=charge.approve',
  ])
    expect(
      reads.some((name) => name.includes(filter)),
      filter,
    ).toBe(true)
})

test('no list, filter or search of the console, and no sweep of deposits, walks through a large table', {
  timeout: 480_000,
}, async () => {
  const { db, owner, drop } = await createFreshDatabase()
  try {
    await fillShop(owner, volume)
    const found: Record<string, string[]> = {}
    for (const { name, run } of listStaffReads(volume, { few: true })) {
      const scans = await findLargeScans(db, run, bounds)
      if (scans.length > 0) found[name] = scans
    }
    const sweep = await findLargeScans(db, (noted) => matchWaitingDeposits(noted), bounds)
    expect({ ...found, ...(sweep.length > 0 && { 'the sweep of waiting deposits': sweep }) }).toEqual({})
  } finally {
    await drop()
  }
})
