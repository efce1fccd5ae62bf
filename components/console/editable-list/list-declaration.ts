import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Column } from '../../ui/table.tsx'

export type FieldValue = string | number | boolean

/** What a form holds of a row, by its names on the wire. */
export type FieldValues = Readonly<Record<string, FieldValue>>

export interface FieldDeclaration {
  readonly name: string
  readonly label: string
  readonly kind: 'line' | 'lines' | 'switch' | 'colour' | 'image' | 'choice' | 'day'
  readonly hint?: string
  readonly required?: boolean
  /** Of a picture that may also lie elsewhere, at an https address. */
  readonly elsewhere?: boolean
  /** Of a text that fills a screen. */
  readonly tall?: boolean
  readonly options?: readonly { readonly value: string; readonly label: string }[]
}

/** What a form writes: its fields, the server's own rules, and how what it makes will look. */
export interface FormDeclaration {
  readonly fields: readonly FieldDeclaration[]
  readonly input: z.ZodType<Record<string, FieldValue>>
  readonly preview?: (values: FieldValues) => ReactNode
}

export interface EditableRow {
  readonly id: number
  /** Its place, in a list whose order staff give. */
  readonly position?: number
}

/** One small list that staff keep, from which its table, its forms and its calls are made. */
export interface ListDeclaration<Row extends EditableRow> extends FormDeclaration {
  /** What one row is called. */
  readonly noun: string
  /** The room's address; its calls stand under the same name in /api. */
  readonly path: `/admin/${string}`
  readonly titleOf: (row: Row) => string
  readonly columns: (hrefOf: (id: number) => string) => readonly Column<Row>[]
  /** A new row before anything is written. */
  readonly blank: FieldValues
  /** Whether staff give the list its order. */
  readonly arranged?: boolean
  /** What an empty list says to do. */
  readonly emptyHint: string
}

export interface FieldChange {
  readonly value: FieldValue
  /** What its writer saw before. */
  readonly was: FieldValue | undefined
}

export type FieldChanges = Readonly<Record<string, FieldChange>>

/** The changes without one that leads back to what stands. */
export function withChanged(
  changes: FieldChanges,
  name: string,
  value: FieldValue,
  current: FieldValues,
): FieldChanges {
  const { [name]: old, ...others } = changes
  const was = old ? old.was : current[name]
  return value === was ? others : { ...others, [name]: { value, was } }
}

export const valuesWith = (current: FieldValues, changes: FieldChanges): FieldValues => ({
  ...current,
  ...Object.fromEntries(Object.entries(changes).map(([name, { value }]) => [name, value])),
})

/** What is sent of a row: the changed fields as the rules have cleaned them, and what its writer saw of them. */
export function changeBody(parsed: FieldValues, changes: FieldChanges) {
  const names = Object.keys(changes)
  return {
    ...Object.fromEntries(names.map((name) => [name, parsed[name]])),
    seen: Object.fromEntries(names.map((name) => [name, changes[name]?.was])),
  }
}

/** The ids with one of them a place up or down. */
export function moved(ids: readonly number[], id: number, by: 1 | -1): readonly number[] {
  const at = ids.indexOf(id)
  const other = ids[at + by]
  if (at < 0 || other === undefined) return ids
  return ids.map((each) => (each === id ? other : each === other ? id : each))
}
