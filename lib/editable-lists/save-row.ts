import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAuditByPrisma } from '#lib/audit/record-audit.ts'
import { isDuplicate, isForeignKeyViolation } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { ourIssueMessages } from '#lib/core/issue-messages.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { lockRows, type PrismaTx, prismaTransaction } from '#lib/core/prisma.ts'
import { changedMeanwhile, removedMeanwhile } from './errors.ts'
import type { AnyEditableListDeclaration } from './list-declaration.ts'
import { prismaSelectOf, toStored, toWire, type ValuesByField } from './list-fields.ts'
import { prismaDelegateOf } from './list-rows.ts'

const malformedError = (): AppError => new AppError('BAD_INPUT', messages.malformed)

function parseRow(list: AnyEditableListDeclaration, values: ValuesByField): ValuesByField {
  const result = list.input.safeParse(values, ourIssueMessages)
  if (result.success) return result.data
  const issues = result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw new AppError('BAD_INPUT', messages.malformed, { issues })
}

/**
 * Locks a row and returns it with the field names of calls. Because of the lock, the second of two concurrent changes
 * starts from the result of the first.
 */
async function lockRow(tx: PrismaTx, list: AnyEditableListDeclaration, id: number): Promise<ValuesByField> {
  await lockRows(tx, list.table, [id])
  const where = { AND: [{ id }, list.where ?? {}] }
  const row = await prismaDelegateOf(list.model, tx).findFirst({ where, select: prismaSelectOf(list.fields) })
  if (!row) throw new AppError('NOT_FOUND', messages.notFound)
  return toWire(list.fields, row)
}

type AuditedWrite = { verb: string; id: number; before?: ValuesByField; after?: ValuesByField }

const recordRowAudit = (
  tx: PrismaTx,
  list: AnyEditableListDeclaration,
  actor: StaffActor,
  { verb, id, ...states }: AuditedWrite,
) =>
  recordAuditByPrisma(tx, actor, {
    action: `${list.subject}.${verb}`,
    subjectType: list.subject,
    subjectId: id,
    ...states,
  })

/**
 * Runs, in one transaction, a function that writes a row and its audit row. Translates errors of the database: a
 * violated foreign key to `refusal`, a duplicate row to CONFLICT with the list's `takenMessage`.
 */
async function writeAudited<T>(
  { takenMessage }: AnyEditableListDeclaration,
  refusal: () => AppError,
  run: (tx: PrismaTx) => Promise<T>,
): Promise<T> {
  try {
    return await prismaTransaction(run)
  } catch (error) {
    if (takenMessage && isDuplicate(error)) throw new AppError('CONFLICT', takenMessage)
    throw isForeignKeyViolation(error) ? refusal() : error
  }
}

/**
 * Adds a row to an editable list.
 * @throws BAD_INPUT the row refers to a missing row; CONFLICT another row has the same unique values (`takenMessage`);
 * what the list's `check` and `checkStored` throw
 */
export const createRow = (
  list: AnyEditableListDeclaration,
  actor: StaffActor,
  values: ValuesByField,
): Promise<ValuesByField> =>
  writeAudited(list, removedMeanwhile, async (tx) => {
    list.check?.(null, values)
    await list.checkStored?.(tx, null, values)
    const data = toStored(list.fields, values)
    const row = await prismaDelegateOf(list.model, tx).create({ data, select: prismaSelectOf(list.fields) })
    const after = toWire(list.fields, row)
    await recordRowAudit(tx, list, actor, { verb: 'create', id: row.id, after })
    return after
  })

/** True if the row still has the values in `seen`, which the form had loaded. Otherwise the save is refused. */
const isAsSeen = (list: AnyEditableListDeclaration, row: ValuesByField, seen: unknown): boolean =>
  Object.entries(seen ?? {}).every(
    ([name, value]) => !(name in list.fields) || JSON.stringify(row[name] ?? null) === JSON.stringify(value ?? null),
  )

/**
 * Changes a row of an editable list. Absent and null fields keep their values (docs/contract.md#editable-lists). The
 * complete row is checked again.
 * @throws NOT_FOUND; BAD_INPUT the row would break a rule, or refers to a missing row; CONFLICT somebody else has
 * changed a field in `seen` since, or another row has the same unique values (`takenMessage`); what the list's `check`,
 * `checkStored` and `afterChange` throw
 */
export const changeRow = (
  list: AnyEditableListDeclaration,
  actor: StaffActor,
  { id, given }: { id: number; given: ValuesByField },
): Promise<ValuesByField> =>
  writeAudited(list, removedMeanwhile, async (tx) => {
    const before = await lockRow(tx, list, id)
    if (!isAsSeen(list, before, given.seen)) throw changedMeanwhile()
    const newValues = Object.entries(given).filter(([, value]) => value !== null && value !== undefined)
    const completeRow = parseRow(list, { ...before, ...Object.fromEntries(newValues) })
    list.check?.(before, completeRow)
    await list.checkStored?.(tx, before, completeRow)
    const data = toStored(list.fields, completeRow)
    const row = await prismaDelegateOf(list.model, tx).update({
      where: { id },
      data,
      select: prismaSelectOf(list.fields),
    })
    const after = toWire(list.fields, row)
    await list.afterChange?.(tx, actor, before, after)
    await recordRowAudit(tx, list, actor, { verb: 'change', id, before, after })
    return after
  })

/**
 * Removes a row from an editable list.
 * @throws NOT_FOUND; CONFLICT other rows refer to it (BAD_INPUT if the list has no `inUseMessage`); what the list's
 * `check` throws
 */
export function removeRow(
  list: AnyEditableListDeclaration,
  actor: StaffActor,
  { id }: { id: number },
): Promise<{ id: number }> {
  const inUseError = () => (list.inUseMessage ? new AppError('CONFLICT', list.inUseMessage) : malformedError())
  return writeAudited(list, inUseError, async (tx) => {
    const before = await lockRow(tx, list, id)
    list.check?.(before, null)
    const table = prismaDelegateOf(list.model, tx)
    const select = { id: true }
    if (list.withdraw) await table.update({ where: { id }, data: list.withdraw(), select })
    else await table.delete({ where: { id }, select })
    await recordRowAudit(tx, list, actor, { verb: 'remove', id, before })
    return { id }
  })
}
