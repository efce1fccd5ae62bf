/**
 * Details of orders: what a service's type asks for besides link and quantity. This file parses what was typed or sent,
 * checks it, and makes a provider's parameters of it. Safe in a browser.
 */
import type { Rule } from '#lib/core/form-errors.ts'
import {
  type DetailField,
  detailParameters,
  type ListField,
  MAX_DETAILS_LENGTH,
  MAX_LINES,
  type OrderDetailName,
} from './detail-fields.ts'
import { type ServiceTypeName, serviceTypeOf } from './service-types.ts'

/** Details as they were sent: a list as an array or as lines of one text, a number also as a text. */
export type RawDetails = { readonly [name in OrderDetailName]?: string | number | readonly string[] | null | undefined }

/** Details of an order as they are stored, in `orders.details`. */
export type OrderDetails = { readonly [name in OrderDetailName]?: string | number | readonly string[] }

/** Characters that no line may contain: control characters and halves of surrogate pairs, which JSON can't store. */
const forbidden = /[\p{Cc}\p{Cs}]/u

const separators = { newline: /\r\n|[\r\n\u2028\u2029]/u, space: /[\s,]+/u }

/**
 * The lines of a list, trimmed and without empty ones. The items of an array are split too, because an item could
 * contain a line break.
 */
export function linesOf(raw: RawDetails[OrderDetailName], { separator }: Pick<ListField, 'separator'>): string[] {
  const text = typeof raw === 'object' ? (raw ?? []).join('\n') : String(raw ?? '')
  return text
    .split(separators[separator])
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

const textOf = (raw: RawDetails[OrderDetailName]): string =>
  (typeof raw === 'object' ? (raw ?? []).join('\n') : String(raw ?? '')).normalize('NFC').trim()

function numberOf(raw: RawDetails[OrderDetailName]): number {
  const text = textOf(raw).normalize('NFKC')
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}

type Value = string | number | readonly string[]

/** Value of a field; an empty text or list if nothing was sent. */
function readValue(field: DetailField, raw: RawDetails[OrderDetailName]): Value {
  if (field.kind === 'lines') return linesOf(raw, field)
  const text = textOf(raw)
  return field.kind === 'line' || text === '' ? text : numberOf(raw)
}

const tooLong = ({ maxLength }: { maxLength: number }): string =>
  `${maxLength.toLocaleString('ko-KR')}자까지 입력할 수 있어요.`

/** Rules for the lines of a list; their messages name the first line that breaks them. */
function lineRules(field: ListField, lines: readonly string[]): Rule[] {
  const long = lines.findIndex((line) => line.length > field.maxLength)
  const wrong = lines.findIndex((line) => forbidden.test(line))
  return [
    [
      field.name,
      lines.length > MAX_LINES,
      `${field.label}: 한 번에 ${MAX_LINES.toLocaleString('ko-KR')}${field.unit}까지 넣을 수 있어요.`,
    ],
    [field.name, long >= 0, `${field.label} ${long + 1}번째: ${tooLong(field)}`],
    [field.name, wrong >= 0, `${wrong + 1}번째 ${field.wrong}`],
  ]
}

const isWrongText = (text: string, form: RegExp): boolean => forbidden.test(text) || !form.test(text)

function isWrongNumber(field: Exclude<DetailField, { kind: 'lines' | 'line' }>, value: unknown): boolean {
  if (field.kind === 'choice') return field.choices.every((choice) => choice.value !== value)
  return typeof value !== 'number' || !(value >= field.min && value <= field.max)
}

const isEmpty = (value: Value): boolean => value === '' || (typeof value === 'object' && value.length === 0)

/** The rules of one field, in the order in which they are reported. */
function rulesOf(field: DetailField, value: Value): Rule[] {
  const missing: Rule = [field.name, isEmpty(value), field.missing]
  if (isEmpty(value)) return [missing]
  if (field.kind === 'lines') return lineRules(field, value as readonly string[])
  if (field.kind !== 'line') return [[field.name, isWrongNumber(field, value), field.wrong]]
  const text = value as string
  return [
    [field.name, text.length > field.maxLength, `${field.label}: ${tooLong(field)}`],
    [field.name, isWrongText(text, field.form), field.wrong],
  ]
}

/** Whether a field is asked for: some are only if another one has a certain value. */
export const isAsked = ({ when }: DetailField, details: OrderDetails): boolean =>
  when === undefined || details[when.name] === when.is

const lengthOf = (value: Value): number =>
  typeof value === 'object' ? value.reduce((sum, line) => sum + line.length + 1, 0) : String(value).length

export type ReadDetails = {
  /** Null if the type asks for nothing. */
  details: OrderDetails | null
  /** The quantity if it follows from the type or the details; null if the order itself has it. */
  amount: number | null
  /** The rules of all fields, broken or not, in the sequence of the form (docs/contract.md#service-types). */
  rules: Rule[]
}

/**
 * Parses and checks the details of an order of a service of this type. Fields that the type doesn't ask for are
 * ignored, because the programs of resellers send all parameters that they know, most of them empty.
 */
export function readDetails(name: ServiceTypeName, raw: RawDetails = {}): ReadDetails {
  const { fields, quantity } = serviceTypeOf(name)
  const details: { [name in OrderDetailName]?: Value } = {}
  const rules: Rule[] = []
  let length = 0
  for (const field of fields) {
    if (!isAsked(field, details)) continue
    const value = readValue(field, raw[field.name])
    details[field.name] = value
    rules.push(...rulesOf(field, value))
    length += lengthOf(value)
    const tooMuch = `내용을 모두 합쳐 ${MAX_DETAILS_LENGTH.toLocaleString('ko-KR')}자까지 넣을 수 있어요. 나눠서 주문해 주세요.`
    rules.push([field.name, length > MAX_DETAILS_LENGTH, tooMuch])
  }
  const lines = typeof quantity === 'object' ? details[quantity.linesOf] : null
  const amount = quantity === 'PACKAGE' ? 1 : typeof lines === 'object' && lines !== null ? lines.length : null
  return { details: fields.length === 0 ? null : details, amount, rules }
}

/**
 * Parameters with which an order of this type is sent to a provider (`add` of API v2), apart from key, action and
 * service.
 */
export function providerParameters(
  name: ServiceTypeName,
  { link, amount, details }: { link: string; amount: number; details: OrderDetails | null },
): Record<string, string | number> {
  const { fields, quantity } = serviceTypeOf(name)
  const sent = fields.flatMap((field): [string, string | number][] => {
    const value = details?.[field.name]
    if (value === undefined) return []
    return [[detailParameters[field.name], typeof value === 'object' ? value.join('\n') : value]]
  })
  return { link, ...(quantity === 'ASKED' && { quantity: amount }), ...Object.fromEntries(sent) }
}

export type ShownDetail = { name: OrderDetailName; label: string; lines: readonly string[] }

const shownValue = (field: DetailField, value: string | number): string =>
  (field.kind === 'choice' && field.choices.find((choice) => choice.value === value)?.label) || String(value)

/**
 * The details of an order for the screen: each with its Korean label and its lines, of which only a list has several.
 */
export const shownDetails = (name: ServiceTypeName, details: OrderDetails | null): ShownDetail[] =>
  serviceTypeOf(name).fields.flatMap((field) => {
    const value = details?.[field.name]
    if (value === undefined) return []
    return [
      { name: field.name, label: field.label, lines: typeof value === 'object' ? value : [shownValue(field, value)] },
    ]
  })

/** The details of an order as one text, such as '댓글을 쓴 계정: writer'; a list has one line for each item. */
export const detailsText = (name: ServiceTypeName, details: OrderDetails | null): string =>
  shownDetails(name, details)
    .map(({ label, lines }) => `${label}: ${lines.join('\n')}`)
    .join('\n')
