import type { Db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'

/** What has an order of display, and the column within which it has it. */
const kinds = {
  platforms: { within: 'true' },
  categories: { within: 'platform_id' },
  services: { within: 'category_id' },
} as const

export type Moved = keyof typeof kinds

type Sibling = { id: number; position: number }

/** Its neighbours in the shop's order, locked; withdrawn services stand nowhere. */
const siblings = (tx: Db, table: Moved, id: number): Promise<Sibling[]> => {
  const { within } = kinds[table]
  const shown = table === 'services' ? 'withdrawn_at IS NULL' : 'true'
  return tx.rows(
    `SELECT id, position FROM ${table} WHERE ${shown} AND ${within} = (SELECT ${within} FROM ${table} WHERE id = $1)
     ORDER BY position, id FOR UPDATE`,
    [id],
  )
}

/** Moves one a place up or down. False when it stands at that end already. @throws NOT_FOUND */
export async function moveRow(tx: Db, table: Moved, id: number, direction: 'UP' | 'DOWN'): Promise<boolean> {
  // Two who move at once would otherwise lock the same neighbours in two orders.
  await tx.rows('SELECT pg_advisory_xact_lock(hashtext($1))', [`move ${table}`])
  const rows = await siblings(tx, table, id)
  const at = rows.findIndex((row) => row.id === id)
  const row = rows[at]
  if (!row) throw new AppError('NOT_FOUND', messages.notFound)
  const to = at + (direction === 'UP' ? -1 : 1)
  const other = rows[to]
  if (!other) return false
  rows[at] = other
  rows[to] = row
  const moved = rows.map((each, place) => ({ ...each, place })).filter(({ position, place }) => position !== place)
  await tx.rows(
    `UPDATE ${table} t SET position = w.place FROM unnest($1::int[], $2::int[]) AS w (id, place) WHERE t.id = w.id`,
    [moved.map((each) => each.id), moved.map(({ place }) => place)],
  )
  return true
}
