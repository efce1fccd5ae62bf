import { z } from 'zod'
import { type StaffActor, staffActor } from '#lib/audit/actor.ts'
import { recordAuditByPrisma } from '#lib/audit/record-audit.ts'
import { type Call, call } from '#lib/core/call.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { lockName, lockRows, type PrismaTx, prismaTransaction } from '#lib/core/prisma.ts'
import { idParams } from '#lib/core/wire.ts'
import type { AnyEditableListDeclaration } from './list-declaration.ts'
import { prismaDelegateOf } from './list-rows.ts'

/** A list whose rows staff sort by moving them; the field `position` stores the sequence. */
type MovableList = Pick<
  AnyEditableListDeclaration,
  'path' | 'subject' | 'model' | 'table' | 'where' | 'groupField' | 'newestFirst'
>

type Direction = 'UP' | 'DOWN'
type RowPosition = { id: number; position: number }

/**
 * Returns the row and its siblings (the rows among which it can be moved), in the sequence that the shop shows. Rows
 * that don't belong to the list are left out.
 */
async function readSiblings(
  tx: PrismaTx,
  { model, where = {}, groupField, newestFirst = false }: MovableList,
  id: number,
): Promise<RowPosition[]> {
  const table = prismaDelegateOf(model, tx)
  const group = groupField ? await table.findFirst({ where: { id }, select: { [groupField]: true } }) : {}
  if (!group) return []
  const tieOrder = newestFirst ? [{ createdAt: 'desc' }, { id: 'desc' }] : [{ id: 'asc' }]
  const orderBy = [{ position: 'asc' }, ...tieOrder]
  const found = await table.findMany({ where: { AND: [where, group] }, orderBy, select: { id: true, position: true } })
  return found as unknown as RowPosition[]
}

/** Locks the row and its siblings, then reads them again, because a position may have changed before the lock. */
async function lockSiblings(tx: PrismaTx, list: MovableList, id: number): Promise<RowPosition[]> {
  const ids = (await readSiblings(tx, list, id)).map((row) => row.id)
  await lockRows(tx, list.table, ids)
  return readSiblings(tx, list, id)
}

/**
 * Moves a row one place up or down. Returns false if it is already first or last.
 * @throws NOT_FOUND
 */
async function moveRow(tx: PrismaTx, list: MovableList, id: number, direction: Direction): Promise<boolean> {
  // Moves in a table run one after another, since concurrent moves could lock the same rows in different sequences
  // and deadlock.
  await lockName(tx, `move ${list.table}`)
  const rows = await lockSiblings(tx, list, id)
  const at = rows.findIndex((row) => row.id === id)
  const row = rows[at]
  if (!row) throw new AppError('NOT_FOUND', messages.notFound)
  const to = at + (direction === 'UP' ? -1 : 1)
  const neighbour = rows[to]
  if (!neighbour) return false
  rows[at] = neighbour
  rows[to] = row
  const moved = rows.map((each, place) => ({ ...each, place })).filter(({ position, place }) => position !== place)
  // All positions are set in one statement: the first move in a category of imported services gives thousands of
  // services a position.
  await tx.$executeRawUnsafe(
    `UPDATE ${list.table} t SET position = w.place FROM unnest($1::int[], $2::int[]) AS w (id, place) WHERE t.id = w.id`,
    moved.map((each) => each.id),
    moved.map(({ place }) => place),
  )
  return true
}

type Move = { id: number; direction: Direction }

const moveRowAudited = (list: MovableList, actor: StaffActor, { id, direction }: Move) =>
  prismaTransaction(async (tx) => {
    const moved = await moveRow(tx, list, id, direction)
    const subject = { action: `${list.subject}.move`, subjectType: list.subject, subjectId: id, after: { direction } }
    if (moved) await recordAuditByPrisma(tx, actor, subject)
    return { id, moved }
  })

/**
 * Declares the call that moves a row one place up or down. Concurrent moves in a table run one after another, so that
 * no move is lost.
 */
export const moveCall = (list: MovableList): Call =>
  call({
    method: 'POST',
    path: `${list.path}/{id}/move`,
    access: 'MANAGER',
    params: idParams,
    body: z.object({ direction: z.enum(['UP', 'DOWN']) }),
    answer: z.object({ id: z.int(), moved: z.boolean() }),
    run: ({ params: { id }, body: { direction }, ...context }) =>
      moveRowAudited(list, staffActor(context), { id, direction }),
  })
