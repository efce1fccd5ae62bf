import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '#lib/core/db.ts'
import { createFreshDatabase } from '#lib/core/testing/database.ts'
import { matchWaitingDeposits } from '#lib/deposits/match-deposit.ts'
import { fillShop } from './many-rows.ts'
import { explainReads } from './plans.ts'
import { listStaffReads, sampleFilterValues } from './staff-reads.ts'

/** Size of the shop. `npm run prove -- million` uses a million orders, and also measures times. */
const volume = { orders: 60_000, members: 14_000, services: 600 }
/**
 * Rows that a statement may read of a large table: enough for one page of a list and its count, which stops at 10,000.
 */
const bounds = { large: 13_000, most: 13_000 }

/**
 * Tables that the console reads and of which the measured shop has at most `bounds.large` rows. They stay small in any
 * shop, or a read takes only the rows of one member, charge, service or provider, or only what is open. A table that
 * isn't here needs more rows (many-rows.ts), or its reads aren't measured.
 */
const smallTables =
  `_private_jobs _private_known_crontabs _private_tasks bank_file_maps book_checks categories connections day_sums
  debt_recoveries debts deposit_merges deposit_splits issue_days member_prices order_sum_changes pending_changes platforms
  price_batches price_groups price_rules promotions provider_day_sums provider_price_lists provider_services providers
  recovery_codes referral_rewards report_marks retention_runs service_routes service_syncs services settings staff_totp
  transfer_files`.split(/\s+/)

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
    const sweep = { name: 'the sweep of waiting deposits', run: (noted: Database) => matchWaitingDeposits(noted) }
    const found: Record<string, string[]> = {}
    const small = new Set<string>()
    for (const { name, run } of [...listStaffReads(volume, { few: true }), sweep]) {
      const plans = await explainReads(db, run, bounds)
      if (plans.largeScans.length > 0) found[name] = plans.largeScans
      for (const table of plans.smallTables) small.add(table)
    }
    expect(found).toEqual({})
    expect([...small].filter((table) => !smallTables.includes(table))).toEqual([])
  } finally {
    await drop()
  }
})
