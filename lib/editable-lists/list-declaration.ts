import type { z } from 'zod'
import type { StaffActor } from '#lib/audit/actor.ts'
import type { Model, PrismaTx, StoredRow, Where } from '#lib/core/prisma.ts'
import type { AnyListFields, ListFields, ValuesByField } from './list-fields.ts'

type ListBase = {
  /** Path of the list's calls, such as `/api/admin/notices`. */
  readonly path: string
  /** Subject type that the list's rows have in the audit trail. */
  readonly subject: string
  /** Name of the model's table, in which rows are locked by SQL. */
  readonly table: string
  /** Message that refuses to remove a row to which other rows refer. */
  readonly inUseMessage?: string
  /** Message that refuses a row because another row has the same values in a unique index of the table. */
  readonly takenMessage?: string
  /**
   * For a list that staff sort by `moveCall`: the sequence of rows with the same position. True: newest first;
   * otherwise oldest first.
   */
  readonly newestFirst?: boolean
}

/**
 * Declaration of a list that staff edit (docs/contract.md#editable-lists), from which its four calls and their audit
 * rows are derived. `M` is the model of its rows, `Input` a row as staff enter it, `Row` a row as calls return it.
 */
export type EditableListDeclaration<
  M extends Model,
  Input extends ValuesByField,
  Row extends Input & { id: number },
> = ListBase & {
  readonly model: M
  readonly fields: ListFields<M, Row>
  /** Schema of a complete row as staff enter it. A change is checked by parsing the row with its new values. */
  readonly input: z.ZodType<Input>
  readonly row: z.ZodType<Row>
  /** The field of the model in which the query parameter `q` is searched for. */
  readonly searchField: keyof StoredRow<M>
  /**
   * Condition that selects the list's rows among the model's rows; without it, all rows of the model belong to the
   * list.
   */
  readonly where?: Where<M>
  /**
   * For a list that staff sort by `moveCall`: the field by whose value rows are grouped. Moving a row keeps it in its
   * group.
   */
  readonly groupField?: keyof StoredRow<M>
  /** Values that mark a row as removed. Without this function, removing a row deletes it. */
  withdraw?(): Partial<StoredRow<M>>
  /** Throws if this creation (`before` is null), change, or removal (`after` is null) of a row isn't allowed. */
  check?(before: Input | null, after: Input | null): void
  /**
   * Throws if rows of other tables forbid this creation (`before` is null) or change of a row. Unlike `check`, it reads
   * the database.
   */
  checkStored?(tx: PrismaTx, before: Row | null, after: Input): Promise<void>
  /** Writes further rows that a change of a row requires, such as a price history, in the same transaction. */
  afterChange?(tx: PrismaTx, actor: StaffActor, before: Row, after: Row): Promise<void>
}

/** An `EditableListDeclaration` of any model, for code that handles all lists alike. */
export type AnyEditableListDeclaration = ListBase & {
  readonly model: Model
  readonly fields: AnyListFields
  readonly input: z.ZodType<ValuesByField>
  readonly row: z.ZodType
  readonly searchField: string
  readonly where?: object
  readonly groupField?: string
  withdraw?(): object
  check?(before: ValuesByField | null, after: ValuesByField | null): void
  checkStored?(tx: PrismaTx, before: ValuesByField | null, after: ValuesByField): Promise<void>
  afterChange?(tx: PrismaTx, actor: StaffActor, before: ValuesByField, after: ValuesByField): Promise<void>
}
