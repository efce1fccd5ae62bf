import type { InputHTMLAttributes, ReactNode } from 'react'
import type { z } from 'zod'
import { firstIssue, type Rule } from '#lib/core/form-errors.ts'
import { readDayAndTime } from '../../ui/calendar-days.ts'
import { seoulDay } from '../../ui/seoul-time.ts'
import type { FieldIssue } from '../../ui/use-form.ts'

/** Value of one field of a row, as the API sends it and as a call saves it. */
export type FieldValue = string | number | boolean | null | undefined
export type FieldValues = Readonly<Record<string, FieldValue>>

/** Value of a form control; numbers are text while they are typed. */
export type DraftValue = string | boolean
export type DraftValues = Readonly<Record<string, DraftValue>>

/** Declaration of a field of a console form, from which FieldControl renders its control. */
export interface FieldDeclaration {
  readonly name: string
  readonly label: string
  readonly kind: 'line' | 'lines' | 'switch' | 'colour' | 'image' | 'choice' | 'chips' | 'day' | 'minute' | 'number'
  readonly hint?: ReactNode
  readonly required?: boolean
  /** Half width: two adjacent half-width fields share a line. */
  readonly half?: boolean
  /** For `image`: the picture may also be given by an https URL instead of an upload. */
  readonly allowsAddress?: boolean
  /** For `choice` and `chips`: the options to choose from. */
  readonly options?: readonly { readonly value: string | number; readonly label: string }[]
  /** For `minute`: the time of day, `HH:mm`, to assume if only a day is typed; 00:00 by default. */
  readonly usualTime?: string
  /** For `choice`: the value is sent as a number, because the options are ids of rows. */
  readonly numeric?: boolean
  /** For `lines`: the text wraps on the screen but has no line breaks, such as a long name. */
  readonly oneLine?: boolean
  /**
   * Value of a field that is left empty. Without it, an empty text is '' and an empty number is an error. Null is sent
   * to the server as '' or 0.
   */
  readonly whenEmpty?: number | null
  /** Whether the field is shown, depending on the other fields' drafts; a hidden field counts as empty. */
  readonly isShown?: (draft: DraftValues) => boolean
  /** Text under the field, computed from what is typed in the form. */
  readonly note?: (draft: DraftValues) => ReactNode
  readonly className?: string
  /** Attributes of the input element. */
  readonly input?: Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'type' | 'placeholder' | 'maxLength' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'inputMode'
  >
}

/** Result of a check of a form: the values to save, or the first error. */
export type CheckedValues =
  | { readonly ok: true; readonly values: FieldValues }
  | { readonly ok: false; readonly issue: FieldIssue }

/**
 * Declaration of a form for a row: its fields, a check by the server's rules, and a preview of what the row will look
 * like.
 */
export interface FormDeclaration {
  readonly fields: readonly FieldDeclaration[]
  readonly check: (values: FieldValues, isNew: boolean) => CheckedValues
  readonly preview?: (draft: DraftValues) => ReactNode
}

/** Makes the `check` of a FormDeclaration from a zod schema. The values that the schema returns are saved. */
export const checkBySchema =
  (input: z.ZodType<FieldValues>) =>
  (values: FieldValues): CheckedValues => {
    const parsed = input.safeParse(values)
    if (parsed.success) return { ok: true, values: parsed.data }
    const [issue] = parsed.error.issues
    return { ok: false, issue: { path: String(issue?.path[0]), message: issue?.message ?? '' } }
  }

/** Makes the `check` of a FormDeclaration from a list of rules; the first broken one is the error. */
export const checkByRules =
  <Values>(rulesOf: (values: Values, isNew: boolean) => readonly Rule[]) =>
  (values: FieldValues, isNew: boolean): CheckedValues => {
    const issue = firstIssue(rulesOf(values as Values, isNew))
    return issue ? { ok: false, issue } : { ok: true, values }
  }

/**
 * A change of a field that the user has not saved yet: the draft, and in `was` the value that was stored when the
 * change began. Before the server saves, it compares `was` with the stored value (docs/glossary.md: expected version).
 */
export interface FieldChange<Draft> {
  readonly draft: Draft
  readonly was: unknown
}
export type FieldChanges<Draft = DraftValue> = Readonly<Record<string, FieldChange<Draft>>>

export const areDifferent = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

/** A stored value as the draft of its control: null becomes '', a number becomes text. */
export const toDraftValue = <Value>(value: Value) =>
  (value === null || value === undefined ? '' : typeof value === 'number' ? String(value) : value) as
    | Exclude<Value, number | null | undefined>
    | string

/**
 * Returns `changes` with a new draft of one field. A draft that equals the value from which it started is no change and
 * is removed.
 */
export function withFieldChange<Draft>(
  changes: FieldChanges<Draft>,
  name: string,
  draft: Draft,
  stored: unknown,
): FieldChanges<Draft> {
  const { [name]: old, ...others } = changes
  const was = old ? old.was : stored
  return areDifferent(draft, toDraftValue(was)) ? { ...others, [name]: { draft, was } } : others
}

/**
 * Names of the fields in conflict: the stored value is no longer the one from which the user's change started. All
 * forms detect conflicts by this rule.
 */
export const findConflicts = (
  changes: FieldChanges<unknown>,
  stored: Readonly<Record<string, unknown>>,
): readonly string[] =>
  Object.keys(changes).filter((name) => areDifferent(changes[name]?.was ?? null, stored[name] ?? null))

/** Parses a typed number, which may contain commas; NaN if it is no number. */
export function parseNumber(text: string): number {
  const plain = text.replaceAll(',', '').trim()
  return plain === '' ? Number.NaN : Number(plain)
}

/**
 * Converts what was typed into a `minute` field to `YYYY-MM-DDTHH:mm` in Seoul time; a day alone gets `usualTime`. Returns
 * text that can't be read as a day and time as it was typed.
 */
export const parseMinute = (text: string, { usualTime = '00:00' }: Pick<FieldDeclaration, 'usualTime'>): string =>
  readDayAndTime(text, seoulDay(Date.now()), usualTime) ?? text

/** The value of a field, read from the draft of its control. */
function readFieldValue(field: FieldDeclaration, draft: DraftValues): FieldValue {
  const typed = draft[field.name] ?? ''
  const isHidden = field.isShown?.(draft) === false
  if (typeof typed === 'boolean') return typed
  const text = isHidden ? '' : field.kind === 'lines' && !field.oneLine ? typed : typed.trim()
  if (text === '' && (isHidden || field.whenEmpty !== undefined)) return field.whenEmpty ?? null
  if (field.kind === 'minute') return parseMinute(text, field)
  return field.kind === 'number' ? parseNumber(text) : field.numeric ? Number(text) : text
}

export const readFieldValues = (fields: readonly FieldDeclaration[], draft: DraftValues): FieldValues =>
  Object.fromEntries(fields.map((field) => [field.name, readFieldValue(field, draft)]))

/** Value of a field in the body of a call: a cleared field is sent as 0 or '', because the API ignores null. */
const wireValueOf = ({ kind, numeric }: FieldDeclaration, value: FieldValue): FieldValue =>
  value === null ? (kind === 'number' || numeric ? 0 : '') : value

export const buildNewRowBody = (fields: readonly FieldDeclaration[], values: FieldValues): FieldValues => ({
  ...values,
  ...Object.fromEntries(fields.map((field) => [field.name, wireValueOf(field, values[field.name])])),
})

/** Body of a PATCH or PUT: the changed fields, as `check` returned them, and in `seen` their expected versions. */
export function buildChangeBody(
  fields: readonly FieldDeclaration[],
  values: FieldValues,
  changes: FieldChanges,
  stored: FieldValues,
) {
  // Also sends fields that are hidden because of another change: they count as empty, so the empty value must be saved
  // too.
  const sentFields = fields.filter(
    ({ name, isShown }) => name in changes || (isShown && values[name] === null && (stored[name] ?? null) !== null),
  )
  return {
    ...Object.fromEntries(sentFields.map((field) => [field.name, wireValueOf(field, values[field.name])])),
    seen: Object.fromEntries(sentFields.map(({ name }) => [name, changes[name]?.was ?? stored[name] ?? null])),
  }
}
