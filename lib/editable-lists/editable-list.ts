import { z } from 'zod'
import { staffActor } from '#lib/audit/actor.ts'
import { type Call, call } from '#lib/core/call.ts'
import { keysetPage } from '#lib/core/keyset.ts'
import { cursorField } from '#lib/core/list-query.ts'
import { seenFields, text } from '#lib/core/text.ts'
import { idParams } from '#lib/core/wire.ts'
import type { AnyEditableListDeclaration } from './list-declaration.ts'
import { prismaSelectOf, toWire } from './list-fields.ts'
import { prismaDelegateOf } from './list-rows.ts'
import { changeRow, createRow, removeRow } from './save-row.ts'

const listQuery = z.object({
  q: text(200).default(''),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorField,
})

/** Body of a call that changes a row: any fields of the row. `seen` contains their values when the form was loaded. */
export const changeRowInput = z.looseObject({ seen: seenFields.nullish() })

/** Escapes the wildcards of a search text, because Prisma passes `contains` to ILIKE unchanged. */
const escapeLike = (searchText: string): string => searchText.replace(/[\\%_]/g, '\\$&')

/** Reads one page of an editable list, newest row first, by keyset. */
export async function readEditableList(
  list: AnyEditableListDeclaration,
  { q, size, cursor }: z.output<typeof listQuery>,
) {
  const searchText = q.trim()
  const searchCondition =
    searchText === '' ? {} : { [list.searchField]: { contains: escapeLike(searchText), mode: 'insensitive' } }
  const where = { AND: [list.where ?? {}, searchCondition] }
  const cursorCondition = cursor === undefined ? {} : { id: { lt: cursor } }
  const [rows, total] = await Promise.all([
    prismaDelegateOf(list.model).findMany({
      where: { AND: [where, cursorCondition] },
      orderBy: { id: 'desc' },
      take: size + 1,
      select: prismaSelectOf(list.fields),
    }),
    prismaDelegateOf(list.model).count({ where }),
  ])
  return keysetPage(rows, { size, total }, (row) => toWire(list.fields, row))
}

/**
 * Declares the four calls of an editable list (GET, POST, PATCH and DELETE). All staff may read; MANAGER and OWNER may
 * write. Each write adds an audit row.
 */
export function editableList(list: AnyEditableListDeclaration): {
  read: Call
  create: Call
  change: Call
  remove: Call
} {
  const rowPath = `${list.path}/{id}`
  const page = z.object({ rows: z.array(list.row), nextCursor: z.int().nullable(), total: z.int() })
  return {
    read: call({
      method: 'GET',
      path: list.path,
      access: 'SUPPORT',
      query: listQuery,
      answer: page,
      run: (context) => readEditableList(list, context.query),
    }),
    create: call({
      method: 'POST',
      path: list.path,
      access: 'MANAGER',
      body: list.input,
      status: 201,
      answer: list.row,
      run: ({ body, ...context }) => createRow(list, staffActor(context), body),
    }),
    change: call({
      method: 'PATCH',
      path: rowPath,
      access: 'MANAGER',
      params: idParams,
      body: changeRowInput,
      answer: list.row,
      run: ({ params: { id }, body, ...context }) => changeRow(list, staffActor(context), { id, given: body }),
    }),
    remove: call({
      method: 'DELETE',
      path: rowPath,
      access: 'MANAGER',
      params: idParams,
      answer: z.object({ id: z.int() }),
      run: ({ params: { id }, ...context }) => removeRow(list, staffActor(context), { id }),
    }),
  }
}
