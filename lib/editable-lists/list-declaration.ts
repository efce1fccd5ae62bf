import type { z } from 'zod'
import type { StaffActor } from '#lib/audit/actor.ts'
import type { Model, PrismaTx, StoredRow, Where } from '#lib/core/prisma.ts'
import type { AnyFields, ListFields, ValuesByField } from './list-fields.ts'

type ListBase = {
  /** Path of the calls, such as `/api/admin/notices`. */
  readonly path: string
  /** Subject type of a row in the audit trail. */
  readonly subject: string
  /** The model's table, to lock a row. */
  readonly table: string
  /** Message if other rows still refer to the row. */
  readonly inUse?: string
  /** Message if an equal row exists (a unique index of its table). */
  readonly taken?: string
  /** In a list that `moveCall` orders: rows of one position stand newest first; oldest first by default. */
  readonly newestFirst?: boolean
}

/**
 * Declaration of a list that staff edit (docs/contract.md#editable-lists). Its four calls and their audit rows are
 * derived from it. `M` is the model of its rows, `Input` a row as staff enter it, `Row` one as calls show it.
 */
export type EditableList<
  M extends Model,
  Input extends ValuesByField,
  Row extends Input & { id: number },
> = ListBase & {
  readonly model: M
  readonly fields: ListFields<M, Row>
  /** A complete row as staff enter it: checked on creation, and again after each change. */
  readonly input: z.ZodType<Input>
  readonly row: z.ZodType<Row>
  /** The field of the model searched by `q`. */
  readonly searched: keyof StoredRow<M>
  /** Condition for rows that belong to the list; all by default. */
  readonly where?: Where<M>
  /** In a list that `moveCall` orders: rows with the same value of this field are ordered among themselves. */
  readonly within?: keyof StoredRow<M>
  /** What marks a row as removed; without it, a row is deleted. */
  withdraw?(): Partial<StoredRow<M>>
  /** Throws if a row must not be created (`before` is null), changed, or removed (`after` is null). */
  check?(before: Input | null, after: Input | null): void
  /** Writes what else a change of a row leaves behind, in its transaction. */
  changed?(tx: PrismaTx, actor: StaffActor, before: Row, after: Row): Promise<void>
}

/** An `EditableList` of any model, as the code that reads and saves rows sees it. */
export type AnyEditableList = ListBase & {
  readonly model: Model
  readonly fields: AnyFields
  readonly input: z.ZodType<ValuesByField>
  readonly row: z.ZodType
  readonly searched: string
  readonly where?: object
  readonly within?: string
  withdraw?(): object
  check?(before: ValuesByField | null, after: ValuesByField | null): void
  changed?(tx: PrismaTx, actor: StaffActor, before: ValuesByField, after: ValuesByField): Promise<void>
}
