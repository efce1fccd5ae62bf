import { z } from 'zod'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Call, call } from '#lib/core/call.ts'
import type { Database } from '#lib/core/db.ts'
import { list } from '#lib/core/text.ts'
import type { EditableList } from './editable-list.ts'
import { listChangedMeanwhile } from './errors.ts'

/** A list whose rows have a place in the column `position`. */
type OrderedList = Pick<EditableList, 'path' | 'subject' | 'table' | 'rowFilter'>

const order = z.object({ ids: list(z.int().min(1).max(2_147_483_647), 2_000) })

type Order = z.output<typeof order> & { actorId: number; address: string }

/** Puts all rows of a list into this order, or none when it isn't all of them any more. */
const reorder = (db: Database, { table, rowFilter = 'true', subject }: OrderedList, { ids, actorId, address }: Order) =>
  db.transaction(async (tx) => {
    // Whoever adds, drops or moves a row meanwhile waits, so that the order given is an order of what is there.
    await tx.rows(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`)
    const rows = await tx.rows<{ id: number }>(`SELECT id FROM ${table} WHERE ${rowFilter} ORDER BY position, id`)
    const before = rows.map(({ id }) => id)
    const places = new Set(ids)
    const isWhole = before.length === ids.length && before.every((id) => places.has(id))
    if (!isWhole) throw listChangedMeanwhile()
    if (before.join() === ids.join()) return { ids }
    await tx.rows(
      `UPDATE ${table} SET position = places.place FROM unnest($1::int[]) WITH ORDINALITY AS places (id, place)
       WHERE ${table}.id = places.id`,
      [ids],
    )
    const states = { before: { ids: before }, after: { ids } }
    await recordAudit(tx, {
      actorId,
      action: `${subject}.arrange`,
      subjectType: subject,
      subjectId: '-',
      ...states,
      address,
    })
    return { ids }
  })

/** PUT of the order of a list that staff keep: the ids of all its rows. */
export const reorderCall = (list: OrderedList): Call =>
  call({
    method: 'PUT',
    path: `${list.path}/order`,
    access: 'MANAGER',
    body: order,
    answer: order,
    run: ({ db, body, caller, address }) => reorder(db, list, { ...body, actorId: caller.memberId, address }),
  })
