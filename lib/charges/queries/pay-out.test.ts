import { expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { idsOfPossiblePayers } from './pay-out.ts'

/**
 * Creates an OWNER with this restriction, which ends at the SQL time `until`. Returns true if he may pay out refunds.
 */
async function mayPayOut(restriction: string, until: string): Promise<boolean> {
  const { id } = await makeMember({ role: 'OWNER' })
  await db().rows(`UPDATE members SET restriction = $2, restricted_until = ${until} WHERE id = $1`, [id, restriction])
  return (await idsOfPossiblePayers(db())).includes(id)
}

test.each([
  ['NORMAL', 'NULL', true],
  ['WARNED', 'NULL', true],
  ['SUSPENDED', "now() - interval '1 minute'", true],
  ['SUSPENDED', "now() + interval '1 minute'", false],
  ['SUSPENDED', 'NULL', false],
  ['BANNED', 'NULL', false],
] as const)('an OWNER who is %s until %s may pay out: %s', async (restriction, until, may) => {
  expect(await mayPayOut(restriction, until)).toBe(may)
})
