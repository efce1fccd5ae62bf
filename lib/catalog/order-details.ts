/**
 * Details of orders: what a service's type asks for besides link and quantity. This file parses and checks the details
 * that a member entered or a program sent. It also converts them to parameters for a provider and to texts for screens.
 * Safe in a browser.
 */
import type { Rule } from '#lib/core/form-errors.ts'
import { formatDayMonthYear, parseDay, seoulDay } from '#lib/core/seoul-moment.ts'
import {
  type DayField,
  type DetailField,
  detailParameters,
  isOptionalField,
  type ListField,
  MAX_DETAIL_LINES,
  MAX_DETAILS_LENGTH,
  type OrderDetailName,
} from './detail-fields.ts'
import { type ServiceType, type ServiceTypeName, serviceTypeOf } from './service-types.ts'
import { maxSubscriptionQuantity, type PostRange, subscriptionLimitsOf, subscriptionRules } from './subscription.ts'

/** Details as they were sent: a list as an array or as the lines of one text, a number as a number or a text. */
export type RawDetails = { readonly [name in OrderDetailName]?: string | number | readonly string[] | null | undefined }

/** Details of an order as they are stored, in `orders.details`. */
export type OrderDetails = { readonly [name in OrderDetailName]?: string | number | readonly string[] }

/**
 * Characters that no line may contain: control characters, and halves of surrogate pairs, which PostgreSQL can't store.
 */
const forbidden = /[\p{Cc}\p{Cs}]/u

/** Patterns that separate the items of a list, by the `separator` of its field. */
const separators = { newline: /\r\n|[\r\n\u2028\u2029]/u, space: /[\s,]+/u }

/**
 * The lines of a list, trimmed and without empty ones. The items of an array are split too, because an item could
 * contain a line break.
 */
export function linesOfList(raw: RawDetails[OrderDetailName], { separator }: Pick<ListField, 'separator'>): string[] {
  const text = typeof raw === 'object' ? (raw ?? []).join('\n') : String(raw ?? '')
  return text
    .split(separators[separator])
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** A detail that was sent, as trimmed text. */
const textOf = (raw: RawDetails[OrderDetailName]): string =>
  (typeof raw === 'object' ? (raw ?? []).join('\n') : String(raw ?? '')).normalize('NFC').trim()

/** Reads a whole number of at most ten digits, or twelve with thousands separators; NaN for any other text. */
function numberOf(raw: RawDetails[OrderDetailName]): number {
  const text = textOf(raw).normalize('NFKC')
  return /^(\d{1,10}|\d{1,3}(,\d{3}){1,3})$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
}

/** Parsed value of a detail. */
type Value = string | number | readonly string[]

/**
 * Parses the value of a field. If nothing was sent, returns the value of an empty field (`whenEmpty`) or, if the field
 * has none, an empty text or list.
 */
function readValue(field: DetailField, raw: RawDetails[OrderDetailName]): Value {
  if (field.kind === 'lines') return linesOfList(raw, field)
  const text = textOf(raw)
  if (field.kind === 'line') return text
  if (field.kind === 'day') return parseDay(text) ?? text
  if (text === '') return field.whenEmpty ?? ''
  const number = numberOf(raw)
  return field.whenEmpty === null && number === 0 ? '' : number
}

const tooLongMessage = ({ maxLength }: { maxLength: number }): string =>
  `${maxLength.toLocaleString('ko-KR')}자까지 입력할 수 있어요.`

/**
 * Rules for the lines of a list: their number, their length and their characters. The messages of the last two name the
 * first line that breaks the rule.
 */
function lineRules(field: ListField, lines: readonly string[]): Rule[] {
  const long = lines.findIndex((line) => line.length > field.maxLength)
  const wrong = lines.findIndex((line) => forbidden.test(line))
  return [
    [
      field.name,
      lines.length > MAX_DETAIL_LINES,
      `${field.label}: 한 번에 ${MAX_DETAIL_LINES.toLocaleString('ko-KR')}${field.unit}까지 넣을 수 있어요.`,
    ],
    [field.name, long >= 0, `${field.label} ${long + 1}번째: ${tooLongMessage(field)}`],
    [field.name, wrong >= 0, `${wrong + 1}번째 ${field.wrong}`],
  ]
}

const isWrongText = (text: string, form: RegExp): boolean => forbidden.test(text) || !form.test(text)

/** True if the value isn't a day between tomorrow and `maxDays` days ahead, by Seoul's calendar. */
const isWrongDay = ({ maxDays }: DayField, value: unknown, now: Date): boolean =>
  typeof value !== 'string' || parseDay(value) === null || value <= seoulDay(now) || value > seoulDay(now, maxDays)

function isWrongNumber(field: Exclude<DetailField, { kind: 'lines' | 'line' | 'day' }>, value: unknown): boolean {
  if (field.kind === 'choice') return field.choices.every((choice) => choice.value !== value)
  return typeof value !== 'number' || !(value >= field.min && value <= field.max)
}

const isEmpty = (value: Value): boolean => value === '' || (typeof value === 'object' && value.length === 0)

/** The rules of one field, in the sequence in which they are checked. */
function rulesOf(field: DetailField, value: Value, now: Date): Rule[] {
  if (isEmpty(value)) return [[field.name, true, field.missing]]
  if (field.kind === 'lines') return lineRules(field, value as readonly string[])
  if (field.kind === 'day') return [[field.name, isWrongDay(field, value, now), field.wrong]]
  if (field.kind !== 'line') return [[field.name, isWrongNumber(field, value), field.wrong]]
  const text = value as string
  return [
    [field.name, text.length > field.maxLength, `${field.label}: ${tooLongMessage(field)}`],
    [field.name, isWrongText(text, field.form), field.wrong],
  ]
}

/**
 * True if the field applies to an order with these details: some fields depend on the value of another field (`when`).
 */
export const isFieldApplicable = ({ when }: DetailField, details: OrderDetails): boolean =>
  when === undefined || details[when.name] === when.is

/** Number of characters of a value; for a list, one more for each line. */
const lengthOf = (value: Value): number =>
  typeof value === 'object' ? value.reduce((sum, line) => sum + line.length + 1, 0) : String(value).length

/** The details of an order after parsing, and what they mean for the order's quantity and link. */
export type ParsedDetails = {
  /** Null if the service's type asks for no details. */
  details: OrderDetails | null
  /**
   * Quantity that follows from the type or the details; NaN if a detail that it depends on is missing. Null if the
   * order itself states the quantity.
   */
  amount: number | null
  /**
   * The detail that is stored as the order's link if the type doesn't ask for a link, such as the account of a
   * subscription. Null if the type asks for a link.
   */
  link: string | null
  /**
   * Smallest and largest quantity per post of a subscription. The service's minimum and maximum apply to these, not to
   * the whole quantity. Null for other types, and if one of the numbers is missing.
   */
  range: PostRange | null
  /**
   * The rules of these details, broken or not, in the sequence of the order form (docs/contract.md#service-types).
   * Rules that compare several details come last.
   */
  rules: Rule[]
}

/** The quantity that follows from the type or the details (see `ParsedDetails`); null if the order states it. */
function quantityOf({ quantity }: ServiceType, details: OrderDetails): number | null {
  if (quantity === 'ASKED') return null
  if (quantity === 'PACKAGE') return 1
  if (quantity === 'POSTS') return maxSubscriptionQuantity(details)
  const lines = details[quantity.linesOf]
  return typeof lines === 'object' ? lines.length : null
}

/**
 * Parses the details of an order for a service of this type, and applies the rules to them. Ignores fields that the
 * type doesn't ask for, because the programs of resellers send all parameters that they know, most of them empty.
 */
export function readDetails(name: ServiceTypeName, raw: RawDetails = {}, now = new Date()): ParsedDetails {
  const type = serviceTypeOf(name)
  const { fields, quantity, linkOf } = type
  const details: { [name in OrderDetailName]?: Value } = {}
  const rules: Rule[] = []
  let length = 0
  for (const field of fields) {
    if (!isFieldApplicable(field, details)) continue
    const value = readValue(field, raw[field.name])
    if (isOptionalField(field) && isEmpty(value)) continue
    details[field.name] = value
    rules.push(...rulesOf(field, value, now))
    length += lengthOf(value)
    const tooMuch = `내용을 모두 합쳐 ${MAX_DETAILS_LENGTH.toLocaleString('ko-KR')}자까지 넣을 수 있어요. 나눠서 주문해 주세요.`
    rules.push([field.name, length > MAX_DETAILS_LENGTH, tooMuch])
  }
  if (quantity === 'POSTS') rules.push(...subscriptionRules(details))
  return {
    details: fields.length === 0 ? null : details,
    amount: quantityOf(type, details),
    link: linkOf ? String(details[linkOf] ?? '') : null,
    range: quantity === 'POSTS' ? subscriptionLimitsOf(details) : null,
    rules,
  }
}

/**
 * Parameters of the action `add` of a provider's API v2 for an order of this type, except key, action and service.
 */
export function providerParameters(
  name: ServiceTypeName,
  { link, amount, details }: { link: string; amount: number; details: OrderDetails | null },
): Record<string, string | number> {
  const { fields, quantity, linkOf } = serviceTypeOf(name)
  const sent = fields.flatMap((field): [string, string | number][] => {
    const value = details?.[field.name]
    return value === undefined ? [] : [[detailParameters[field.name], sentValue(field, value)]]
  })
  return { ...(!linkOf && { link }), ...(quantity === 'ASKED' && { quantity: amount }), ...Object.fromEntries(sent) }
}

/** A value as it is sent to a provider. */
function sentValue({ kind }: DetailField, value: Value): string | number {
  if (typeof value === 'object') return value.join('\n')
  return kind === 'day' ? formatDayMonthYear(String(value)) : value
}

/** A detail as a screen shows it, with its Korean label. */
export type ShownDetail = { name: OrderDetailName; label: string; lines: readonly string[] }

/** A value as screens show it. */
function shownValue(field: DetailField, value: string | number): string {
  if (field.kind === 'choice') return field.choices.find((choice) => choice.value === value)?.label ?? String(value)
  return field.kind === 'number' && field.unit ? `${value.toLocaleString('ko-KR')}${field.unit}` : String(value)
}

/**
 * The details of an order as screens show them. Only a detail that is a list has several lines.
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
