import pg from 'pg'
import { findBookFaults } from '#lib/books/queries.ts'
import { movePoints } from '#lib/points/move-points.ts'
import type { Copy } from './copies.ts'
import { oldest } from './filled-shop.ts'
import { quietMember } from './measure.ts'
import { asOwner } from './split-tables.ts'

const describeFaults = (found: Awaited<ReturnType<typeof findBookFaults>>): string =>
  `the books have faults of ${
    Object.entries(found)
      .filter(([, rows]) => Array.isArray(rows) && rows.length > 0)
      .map(([kind, rows]) => `${kind} (${(rows as unknown[]).length})`)
      .join(', ') || 'no kind'
  }`

/** Shows whether the ledger of a copy still refuses a cause that was booked, and what the books say without its oldest part. */
export async function tryLedger(copy: Copy): Promise<void> {
  const { id: memberId } = await quietMember(copy.db)
  const book = () =>
    movePoints(
      copy.db,
      { kind: 'worker' },
      { memberId, kind: 'ADJUSTMENT', delta: 100n, refType: 'bench', refId: 2_000_000_000 },
    ).catch((error) => error)
  await book()
  const second = await book()
  const answer = second instanceof pg.DatabaseError ? `${second.constraint} refuses it` : String(second)
  console.log(`${copy.name}: the same cause again: ${answer}`)
  const parent = copy.name.includes('cause') ? 'parts.point_entries_orders' : 'point_entries'
  await asOwner(
    copy.owner,
    async (query) => void (await query(`ALTER TABLE ${parent} DETACH PARTITION parts.point_entries_0 CONCURRENTLY`)),
  )
  const found = await findBookFaults(copy.owner)
  console.log(`${copy.name}: without its oldest part ${describeFaults(found)}`)
}

/** Shows what the foreign keys to `orders` say when its oldest part is detached, with and without a row that refers to it. */
export async function tryOrders(copy: Copy): Promise<void> {
  await asOwner(copy.owner, async (query) => {
    const detach = () =>
      query('ALTER TABLE orders DETACH PARTITION parts.orders_0 CONCURRENTLY').then(
        () => 'detached',
        (error) => `refused: ${error.message}`,
      )
    await query(`INSERT INTO open_subscriptions (order_id) VALUES (${oldest})`)
    console.log(`${copy.name}: its oldest part, one of whose orders another table refers to: ${await detach()}`)
    await query('DELETE FROM open_subscriptions')
    console.log(`${copy.name}: without that row: ${await detach()}`)
  })
  console.log(`${copy.name}: without its oldest part ${describeFaults(await findBookFaults(copy.owner))}`)
}
