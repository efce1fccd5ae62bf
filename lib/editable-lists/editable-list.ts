import { z } from 'zod'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Call, type Caller, call } from '#lib/core/call.ts'
import { type Database, type Db, isDuplicate, stillReferred } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { keysetPage } from '#lib/core/keyset.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { seenFields, text } from '#lib/core/text.ts'
import { idParams } from '#lib/core/wire.ts'
import { changedMeanwhile } from './errors.ts'

export type Values = Record<string, unknown>

/** Column of a field, with conversions if its stored form differs from its form in calls. */
type Field = { column: string; toWire?: (stored: never) => unknown; store?: (value: never) => unknown }

/**
 * Declaration of a list that staff edit (docs/contract.md#editable-lists). Its four calls and their audit rows are
 * derived from it.
 */
export type EditableList = {
  /** Path of the calls, such as `/api/admin/notices`. */
  path: string
  /** Subject type of a row in the audit trail. */
  subject: string
  table: string
  /** Columns by the name of their field in calls. */
  fields: Record<string, Field>
  /** A complete row as staff enter it: checked on creation, and again after each change. */
  input: z.ZodType<Values>
  row: z.ZodType
  /** The column searched by `q`. */
  searched: string
  /** SQL condition for rows that belong to the list; all by default. */
  rowFilter?: string
  /** SQL statement that removes a row; a DELETE by default. */
  removeStatement?: string
  /** Message if other rows still refer to the row. */
  inUse?: string
  /** Message if an equal row exists (a unique index of its table). */
  taken?: string
  /** Throws if a row must not be created (`before` is null), changed, or removed (`after` is null). */
  check?: (before: Values | null, after: Values | null) => void
}

const query = z.object({
  q: text(200).default(''),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().positive().max(2_147_483_647).optional(),
})

const changes = z.looseObject({ seen: seenFields.nullish() })

const notThere = (): AppError => new AppError('NOT_FOUND', messages.notFound)
const malformed = (): AppError => new AppError('BAD_INPUT', messages.malformed)

const columnsOf = (list: EditableList): string =>
  ['id', ...Object.values(list.fields).map(({ column }) => column)].join(', ')

/** Fields stored in a column of the same name, without conversion. */
export const plainFields = (...names: string[]): Record<string, Field> =>
  Object.fromEntries(
    names.map((name) => [name, { column: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) }]),
  )

/** Name that the database handle gives a column in its rows. */
const camel = (column: string): string => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

function toWire(list: EditableList, stored: Values): Values {
  const entries = Object.entries(list.fields).map(([name, { column, toWire }]) => {
    const value = stored[camel(column)]
    return [
      name,
      toWire && value !== null ? toWire(value as never) : value instanceof Date ? value.toISOString() : value,
    ]
  })
  return { id: stored.id, ...Object.fromEntries(entries) }
}

/** Columns and values of the given fields, in the same order. */
function stored(list: EditableList, values: Values): { columns: string[]; values: unknown[] } {
  const known = Object.entries(list.fields).filter(([name]) => values[name] !== undefined)
  return {
    columns: known.map(([, { column }]) => column),
    values: known.map(([name, { store }]) =>
      store && values[name] !== null ? store(values[name] as never) : values[name],
    ),
  }
}

const korean = { error: z.locales.ko().localeError }

function parsed(list: EditableList, values: Values): Values {
  const result = list.input.safeParse(values, korean)
  if (result.success) return result.data
  const issues = result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw new AppError('BAD_INPUT', messages.malformed, { issues })
}

const where = (list: EditableList): string => list.rowFilter ?? 'true'

async function rowForChange(tx: Db, list: EditableList, id: number): Promise<Values> {
  const [row] = await tx.rows<Values>(
    `SELECT ${columnsOf(list)} FROM ${list.table} WHERE id = $1 AND ${where(list)} FOR UPDATE`,
    [id],
  )
  if (!row) throw notThere()
  return toWire(list, row)
}

type Editor = { caller: Caller; address: string }
type AuditedWrite = { verb: string; id: number; before?: Values; after?: Values }

const audit = (tx: Db, list: EditableList, { caller, address }: Editor, { verb, id, ...states }: AuditedWrite) =>
  recordAudit(tx, {
    actorId: caller.memberId,
    action: `${list.subject}.${verb}`,
    subjectType: list.subject,
    subjectId: id,
    ...states,
    address,
  })

/** Rows of a list, newest first, one keyset page; the answer of its GET call. */
export async function readEditableList(db: Db, list: EditableList, { q, size, cursor }: z.output<typeof query>) {
  const asked = `${where(list)} AND ($1::text IS NULL OR ${list.searched} ILIKE $1)`
  const text = q.trim() === '' ? null : `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  const [rows, counted] = await Promise.all([
    db.rows<Values & { id: number }>(
      `SELECT ${columnsOf(list)} FROM ${list.table} WHERE ${asked} AND ($2::int IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
      [text, cursor ?? null, size + 1],
    ),
    db.rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${list.table} WHERE ${asked}`, [text]),
  ])
  return keysetPage(rows, { size, total: counted[0]?.count ?? 0 }, (row) => toWire(list, row))
}

/** Translates database errors: `refusal` for a violated foreign key, CONFLICT with `taken` for a duplicate row. */
async function referring<T>(run: Promise<T>, refusal: () => AppError, taken?: string): Promise<T> {
  try {
    return await run
  } catch (error) {
    if (taken && isDuplicate(error)) throw new AppError('CONFLICT', taken)
    throw stillReferred(error) ? refusal() : error
  }
}

const create = (db: Database, list: EditableList, values: Values, by: Editor) =>
  db.transaction(async (tx) => {
    list.check?.(null, values)
    const { columns, values: given } = stored(list, values)
    const places = columns.map((_, at) => `$${at + 1}`)
    const [row] = await tx.rows<Values & { id: number }>(
      `INSERT INTO ${list.table} (${columns.join(', ')}) VALUES (${places.join(', ')}) RETURNING ${columnsOf(list)}`,
      given,
    )
    if (!row) throw new Error('an insert returned no row')
    const after = toWire(list, row)
    await audit(tx, list, by, { verb: 'create', id: row.id, after })
    return after
  })

/** Optimistic lock: true if the fields in `seen` still have the values that the editor had loaded. */
const isAsSeen = (list: EditableList, row: Values, seen: unknown): boolean =>
  Object.entries(seen ?? {}).every(
    ([name, value]) => !(name in list.fields) || JSON.stringify(row[name] ?? null) === JSON.stringify(value ?? null),
  )

/**
 * Changes a row. Absent and null fields keep their values (docs/contract.md#editable-lists); the complete row is
 * checked again.
 * @throws CONFLICT somebody else has changed a field in `seen` since
 */
const change = (db: Database, list: EditableList, id: number, given: Values, by: Editor) =>
  db.transaction(async (tx) => {
    const before = await rowForChange(tx, list, id)
    if (!isAsSeen(list, before, given.seen)) throw changedMeanwhile()
    const wanted = Object.entries(given).filter(([, value]) => value !== null && value !== undefined)
    const whole = parsed(list, { ...before, ...Object.fromEntries(wanted) })
    list.check?.(before, whole)
    const { columns, values } = stored(list, whole)
    const sets = columns.map((column, at) => `${column} = $${at + 2}`)
    await tx.rows(`UPDATE ${list.table} SET ${sets.join(', ')} WHERE id = $1`, [id, ...values])
    const after = await rowForChange(tx, list, id)
    await audit(tx, list, by, { verb: 'change', id, before, after })
    return after
  })

const remove = (db: Database, list: EditableList, id: number, by: Editor) =>
  db.transaction(async (tx) => {
    const before = await rowForChange(tx, list, id)
    list.check?.(before, null)
    await tx.rows(list.removeStatement ?? `DELETE FROM ${list.table} WHERE id = $1`, [id])
    await audit(tx, list, by, { verb: 'remove', id, before })
    return { id }
  })

/**
 * Declares the GET, POST, PATCH and DELETE calls of a list: SUPPORT reads, MANAGER writes, each write adds an audit
 * row.
 */
export function editableList(list: EditableList): { read: Call; create: Call; change: Call; remove: Call } {
  const one = `${list.path}/{id}`
  const page = z.object({ rows: z.array(list.row), nextCursor: z.int().nullable(), total: z.int() })
  const inUse = () => (list.inUse ? new AppError('CONFLICT', list.inUse) : malformed())
  return {
    read: call({
      method: 'GET',
      path: list.path,
      access: 'SUPPORT',
      query,
      answer: page,
      run: (context) => readEditableList(context.db, list, context.query),
    }),
    create: call({
      method: 'POST',
      path: list.path,
      access: 'MANAGER',
      body: list.input,
      status: 201,
      answer: list.row,
      run: ({ db, body, caller, address }) =>
        referring(create(db, list, body, { caller, address }), malformed, list.taken),
    }),
    change: call({
      method: 'PATCH',
      path: one,
      access: 'MANAGER',
      params: idParams,
      body: changes,
      answer: list.row,
      run: ({ db, params: { id }, body, caller, address }) =>
        referring(change(db, list, id, body, { caller, address }), malformed, list.taken),
    }),
    remove: call({
      method: 'DELETE',
      path: one,
      access: 'MANAGER',
      params: idParams,
      answer: z.object({ id: z.int() }),
      run: ({ db, params: { id }, caller, address }) => referring(remove(db, list, id, { caller, address }), inUse),
    }),
  }
}
