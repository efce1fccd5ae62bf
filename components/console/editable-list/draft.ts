import type { InputHTMLAttributes, ReactNode } from 'react'
import type { z } from 'zod'
import { firstBroken, type Rule } from '#lib/core/form-errors.ts'
import type { FieldIssue } from '../../ui/use-form.ts'

/** A value of a row, by its name on the wire. */
export type FieldValue = string | number | boolean | null | undefined
export type FieldValues = Readonly<Record<string, FieldValue>>

/** What a control holds: numbers are typed as text. */
export type DraftValue = string | boolean
export type DraftValues = Readonly<Record<string, DraftValue>>

/** One field of a form. */
export interface FieldDeclaration {
  readonly name: string
  readonly label: string
  readonly kind: 'line' | 'lines' | 'switch' | 'colour' | 'image' | 'choice' | 'day' | 'number'
  readonly hint?: ReactNode
  readonly required?: boolean
  /** Short: two of them stand abreast. */
  readonly half?: boolean
  /** Of a picture that may also lie elsewhere, at an https address. */
  readonly elsewhere?: boolean
  readonly options?: readonly { readonly value: string | number; readonly label: string }[]
  /** Of a choice between rows: its value is a number. */
  readonly numeric?: boolean
  /** Of lines that are read as one: a long name that may break on the screen. */
  readonly oneLine?: boolean
  /** What an empty field stands for; without it an empty field is an error or an empty text. */
  readonly whenEmpty?: number | null
  /** Whether it is asked for; a field that isn't shown is empty. */
  readonly shown?: (draft: DraftValues) => boolean
  /** What follows from the values, under the field. */
  readonly note?: (draft: DraftValues) => ReactNode
  readonly className?: string
  readonly input?: Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'type' | 'placeholder' | 'maxLength' | 'autoComplete' | 'inputMode'
  >
}

export type Checked =
  | { readonly ok: true; readonly values: FieldValues }
  | { readonly ok: false; readonly issue: FieldIssue }

/** What a form writes: its fields, the server's own rules, and how what it makes will look. */
export interface FormDeclaration {
  readonly fields: readonly FieldDeclaration[]
  readonly check: (values: FieldValues, isNew: boolean) => Checked
  readonly preview?: (draft: DraftValues) => ReactNode
}

/** The rules of a schema, which cleans the values too. */
export const bySchema =
  (input: z.ZodType<FieldValues>) =>
  (values: FieldValues): Checked => {
    const parsed = input.safeParse(values)
    if (parsed.success) return { ok: true, values: parsed.data }
    const [issue] = parsed.error.issues
    return { ok: false, issue: { path: String(issue?.path[0]), message: issue?.message ?? '' } }
  }

/** The rules of a form, in their order. */
export const byRules =
  <Values>(rulesOf: (values: Values, isNew: boolean) => readonly Rule[]) =>
  (values: FieldValues, isNew: boolean): Checked => {
    const issue = firstBroken(rulesOf(values as Values, isNew))
    return issue ? { ok: false, issue } : { ok: true, values }
  }

/** One field as it is being changed, and what its writer saw when he began: the expected version of that field. */
export interface FieldChange<Draft> {
  readonly draft: Draft
  readonly was: unknown
}
export type Changes<Draft = DraftValue> = Readonly<Record<string, FieldChange<Draft>>>

export const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

/** A stored value as its control holds it. */
export const draftOf = <Value>(value: Value) =>
  (value === null || value === undefined ? '' : typeof value === 'number' ? String(value) : value) as
    | Exclude<Value, number | null | undefined>
    | string

/** The changes with one more, without one that leads back to what stood there. */
export function withChange<Draft>(
  changes: Changes<Draft>,
  name: string,
  draft: Draft,
  stored: unknown,
): Changes<Draft> {
  const { [name]: old, ...others } = changes
  const was = old ? old.was : stored
  return differ(draft, draftOf(was)) ? { ...others, [name]: { draft, was } } : others
}

/** The changed fields in which something else stands by now than what their writer saw: the conflict rule of every form. */
export const conflictsOf = (changes: Changes<unknown>, stored: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(changes).filter((name) => differ(changes[name]?.was ?? null, stored[name] ?? null))

/** A number as people write it, with commas; NaN for what is none. */
export function numberOf(text: string): number {
  const plain = text.replaceAll(',', '').trim()
  return plain === '' ? Number.NaN : Number(plain)
}

/** What a control's text means. */
function readValue(field: FieldDeclaration, draft: DraftValues): FieldValue {
  const written = draft[field.name] ?? ''
  const isHidden = field.shown?.(draft) === false
  if (typeof written === 'boolean') return written
  const text = isHidden ? '' : field.kind === 'lines' && !field.oneLine ? written : written.trim()
  if (text === '' && (isHidden || field.whenEmpty !== undefined)) return field.whenEmpty ?? null
  return field.kind === 'number' ? numberOf(text) : field.numeric ? Number(text) : text
}

export const valuesOf = (fields: readonly FieldDeclaration[], draft: DraftValues): FieldValues =>
  Object.fromEntries(fields.map((field) => [field.name, readValue(field, draft)]))

/** On the wire absent and null fields stay as they are: what is taken away goes as 0 or ''. */
const wireOf = ({ kind, numeric }: FieldDeclaration, value: FieldValue): FieldValue =>
  value === null ? (kind === 'number' || numeric ? 0 : '') : value

export const newBody = (fields: readonly FieldDeclaration[], values: FieldValues): FieldValues => ({
  ...values,
  ...Object.fromEntries(fields.map((field) => [field.name, wireOf(field, values[field.name])])),
})

/** What is sent of a row: the changed fields as the rules have cleaned them, and what their writer saw of them. */
export function changeBody(
  fields: readonly FieldDeclaration[],
  values: FieldValues,
  changes: Changes,
  stored: FieldValues,
) {
  // A field that is hidden now was emptied by what hid it.
  const sent = fields.filter(
    ({ name, shown }) => name in changes || (shown && values[name] === null && (stored[name] ?? null) !== null),
  )
  return {
    ...Object.fromEntries(sent.map((field) => [field.name, wireOf(field, values[field.name])])),
    seen: Object.fromEntries(sent.map(({ name }) => [name, changes[name]?.was ?? stored[name] ?? null])),
  }
}
