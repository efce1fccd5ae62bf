import { expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { roundedCostSql } from './sum-orders.ts'

const costOf = async (delivered: bigint | null, unitCost: bigint | null): Promise<bigint> => {
  const [row] = await db().rows<{ cost: bigint }>(
    `SELECT ${roundedCostSql('d')} AS cost FROM (SELECT $1::bigint AS delivered, $2::bigint AS unit_cost) AS d`,
    [delivered, unitCost],
  )
  return row?.cost ?? -1n
}

/** Rounded to a whole number, half of one away from zero, as PostgreSQL rounds a numeric. */
const rounded = (thousandths: bigint): bigint =>
  thousandths < 0n ? -((-thousandths + 500n) / 1000n) : (thousandths + 500n) / 1000n

const quantities = [
  0n,
  1n,
  3n,
  499n,
  500n,
  501n,
  999_999_999n,
  1_000_000_000n,
  1_000_000_001n,
  4_000_000_000n,
  -1n,
  -500n,
  -1_501n,
]
const unitCosts = [0n, 1n, 499n, 1_000n, 123_457n, 8_999_999_999n, 9_000_000_000n, 9_000_000_001n]

test.each(quantities)(
  'the cost of %d is rounded once, half of a hundredth away from zero, also where the product is beyond 2^63',
  async (delivered) => {
    for (const unitCost of unitCosts) expect(await costOf(delivered, unitCost)).toBe(rounded(delivered * unitCost))
  },
)

test('an unknown cost is 0', async () => {
  expect([await costOf(5n, null), await costOf(null, 5n), await costOf(null, null)]).toEqual([0n, 0n, 0n])
})
