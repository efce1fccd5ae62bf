import { findServiceType, isPackage, type ServiceTypeName } from '#lib/catalog/service-types.ts'
import { cleanText } from './clean-text.ts'
import { type ProviderRate, readProviderRate } from './price.ts'

/** One service in a provider's list, as the shop stores it. */
export type ListedService = {
  /** Id of the service at the provider. */
  remoteId: string
  name: string
  type: ServiceTypeName
  category: string
  rate: ProviderRate
  min: number
  max: number
  /** Whether orders can be refilled. */
  refill: boolean
  /** Whether orders can be cancelled after they were sent. */
  cancel: boolean
  /** Whether the provider can deliver an order in several runs. */
  dripfeed: boolean
}

/** Why a row of a provider's list can't be sold. */
export type RefusalReason =
  | 'NOT_A_ROW'
  | 'ID'
  | 'DUPLICATE'
  | 'NAME'
  | 'SEPARATOR'
  | 'TYPE'
  | 'RATE'
  | 'FREE'
  | 'LIMITS'
  | 'MIN_OVER_MAX'
  | 'TOO_MANY'

/**
 * A row of a provider's list that the import skips, with the reason and the fields that could be read. `index` counts
 * from 0.
 */
export type RefusedRow = { index: number; remoteId: string | null; name: string; reason: RefusalReason }

const MAX_NAME_LENGTH = 300
const MAX_QUANTITY = 2_147_483_647

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldOf = (row: Record<string, unknown>, field: string): unknown =>
  Object.hasOwn(row, field) ? row[field] : undefined

/**
 * Parses a service's id. Returns it as text, exactly as the provider expects it back. Null for anything else, and for a
 * number so large that JSON parsing may have rounded it.
 */
export function readServiceId(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : null
  if (typeof value !== 'string') return null
  const id = value.trim()
  return /^[\w.:-]{1,64}$/.test(id) ? id : null
}

/**
 * Parses a quantity limit given as a number or text, capped at the largest quantity that can be ordered; null for
 * anything else.
 */
export function readQuantityLimit(value: unknown): number | null {
  if (typeof value === 'number') {
    if (!Number.isInteger(value) || value < 0) return null
    return Math.min(value, MAX_QUANTITY)
  }
  if (typeof value !== 'string') return null
  const match = /^(\d{1,100})(?:\.0+)?$/.exec(value.trim().replaceAll(',', ''))
  return match ? Number(BigInt(match[1] ?? '') > MAX_QUANTITY ? MAX_QUANTITY : match[1]) : null
}

/** Parses a yes/no field: true for 1, 'true' or 'yes' in any case, else false. */
const readFlag = (value: unknown): boolean => /^(1|true|yes)$/i.test(String(value ?? '').trim())

/** Parses the type of a service: Default if it isn't given; null for a type that the shop doesn't know. */
function readType(type: unknown): ServiceTypeName | null {
  if (type === undefined || type === null || type === '') return 'Default'
  return typeof type === 'string' ? findServiceType(type) : null
}

/** True for a name without letters and digits: providers use such rows as dividing lines in their lists. */
const isSeparator = (name: string): boolean => !/[\p{L}\p{N}]/u.test(name)

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? cleanText(String(value), MAX_NAME_LENGTH) : ''

type QuantityLimits = { min: number; max: number }

function readLimits(row: Record<string, unknown>): QuantityLimits | RefusalReason {
  const [min, max] = [readQuantityLimit(fieldOf(row, 'min')), readQuantityLimit(fieldOf(row, 'max'))]
  if (min === null || max === null || max === 0) return 'LIMITS'
  const least = Math.max(min, 1)
  return least > max ? 'MIN_OVER_MAX' : { min: least, max }
}

function readPrice(row: Record<string, unknown>, name: string): ProviderRate | RefusalReason {
  const rate = readProviderRate(fieldOf(row, 'rate'))
  if (isSeparator(name)) return rate === 0n || rate === null ? 'SEPARATOR' : 'NAME'
  if (rate === null) return 'RATE'
  return rate === 0n ? 'FREE' : rate
}

function readFields(row: Record<string, unknown>, name: string): Omit<ListedService, 'name'> | RefusalReason {
  const rate = readPrice(row, name)
  if (typeof rate === 'string') return rate
  const remoteId = readServiceId(fieldOf(row, 'service'))
  if (remoteId === null) return 'ID'
  const type = readType(fieldOf(row, 'type'))
  if (type === null) return 'TYPE'
  const limits = isPackage(type) ? { min: 1, max: 1 } : readLimits(row)
  if (typeof limits === 'string') return limits
  const flags = {
    refill: readFlag(fieldOf(row, 'refill')),
    cancel: readFlag(fieldOf(row, 'cancel')),
    dripfeed: readFlag(fieldOf(row, 'dripfeed')),
  }
  return { remoteId, type, category: textOf(fieldOf(row, 'category')), rate, ...limits, ...flags }
}

/**
 * Reads one row of a provider's list, which may be any JSON value. Returns the service, or the refused row with the
 * reason.
 */
export function readListRow(value: unknown, index: number): ListedService | RefusedRow {
  if (!isRecord(value)) return { index, remoteId: null, name: '', reason: 'NOT_A_ROW' }
  const name = textOf(fieldOf(value, 'name'))
  const remoteId = readServiceId(fieldOf(value, 'service'))
  if (name === '') return { index, remoteId, name, reason: 'NAME' }
  const fields = readFields(value, name)
  return typeof fields === 'string' ? { index, remoteId, name, reason: fields } : { ...fields, name }
}
