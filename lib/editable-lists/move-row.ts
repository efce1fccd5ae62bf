import { z } from 'zod'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Call, call } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { idParams } from '#lib/core/wire.ts'
import type { EditableList } from './editable-list.ts'

/**
 * A list ordered by the column `position`. Rows with the same value of the column `within` are ordered among
 * themselves.
 */
type OrderedList = Pick<EditableList, 'path' | 'subject' | 'table' | 'rowFilter'> & { readonly within?: string }

type Direction = 'UP' | 'DOWN'

/**
 * Rows that are ordered together with the row, including itself, in the shop's order, locked. Leaves out rows that
 * `rowFilter` excludes.
 */
const siblings = (tx: Db, { table, rowFilter = 'true', within = 'true' }: OrderedList, id: number) =>
  tx.rows<{ id: number; position: number }>(
    `SELECT id, position FROM ${table} WHERE ${rowFilter} AND ${within} = (SELECT ${within} FROM ${table} WHERE id = $1)
     ORDER BY position, id FOR UPDATE`,
    [id],
  )

/**
 * Moves a row one place up or down. Returns false if it is already first or last.
 * @throws NOT_FOUND
 */
async function moveRow(tx: Db, list: OrderedList, id: number, direction: Direction): Promise<boolean> {
  const { table } = list
  // Serializes moves, since concurrent ones could lock the same rows in different order.
  await tx.rows('SELECT pg_advisory_xact_lock(hashtext($1))', [`move ${table}`])
  const rows = await siblings(tx, list, id)
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

/** Declares the call that moves a row one place up or down. Concurrent moves in a table are serialized, so none is lost. */
export const moveCall = (list: OrderedList): Call =>
  call({
    method: 'POST',
    path: `${list.path}/{id}/move`,
    access: 'MANAGER',
    params: idParams,
    body: z.object({ direction: z.enum(['UP', 'DOWN']) }),
    answer: z.object({ id: z.int(), moved: z.boolean() }),
    run: ({ db, params: { id }, body: { direction }, caller, address }) =>
      db.transaction(async (tx) => {
        const moved = await moveRow(tx, list, id, direction)
        const subject = {
          action: `${list.subject}.move`,
          subjectType: list.subject,
          subjectId: id,
          after: { direction },
        }
        if (moved) await recordAudit(tx, { actorId: caller.memberId, address, ...subject })
        return { id, moved }
      }),
  })
