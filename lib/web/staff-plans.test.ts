import { expect, test } from 'vitest'
import { freshDatabase } from '#lib/core/test-database.ts'
import { matchWaiting } from '#lib/deposits/match-deposit.ts'
import { fillShop } from './test-many-rows.ts'
import { walksIn } from './test-plans.ts'
import { staffReads } from './test-staff-reads.ts'

/** `prove million` has a million, and their times. */
const volume = { orders: 60_000, members: 12_000, services: 600 }
/** More rows of one table than a page and a count of at most 10,000 can want. */
const bounds = { large: 13_000, most: 13_000 }

test('no list, filter or search of the console, and no sweep of deposits, walks through a large table', {
  timeout: 240_000,
}, async () => {
  const { db, owner, drop } = await freshDatabase()
  try {
    await fillShop(owner, volume)
    const found: Record<string, string[]> = {}
    for (const { name, run } of staffReads(volume, { few: true })) {
      const walks = await walksIn(db, run, bounds)
      if (walks.length > 0) found[name] = walks
    }
    const sweep = await walksIn(db, (noted) => matchWaiting(noted), bounds)
    expect({ ...found, ...(sweep.length > 0 && { 'the sweep of waiting deposits': sweep }) }).toEqual({})
  } finally {
    await drop()
  }
})
