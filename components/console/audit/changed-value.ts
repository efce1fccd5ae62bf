import { approvalKindLabels, approvalStateLabels, approvalWhyLabels } from '#lib/approvals/labels.ts'
import { auditFieldText } from '#lib/audit/trail/labels.ts'
import { priceChangeLabels, roundingLabels, saleStateLabels } from '#lib/catalog/labels.ts'
import { cashRefundStatusLabels, chargeStatusLabels, transferStateLabels } from '#lib/charges/labels.ts'
import { depositStatusLabels, waitReasonLabels } from '#lib/deposits/labels.ts'
import { restrictionLabels, roleLabels } from '#lib/members/labels.ts'
import { channelLabels } from '#lib/messages/labels.ts'
import { formatCount } from '#lib/money/points.ts'
import { priceText } from '#lib/money/prices.ts'
import { orderStatusLabels } from '#lib/orders/labels.ts'
import { pendingChangeKindLabels, pendingChangeStateLabels } from '#lib/pending-changes/labels.ts'
import { syncRuleLabels } from '#lib/providers/labels.ts'
import { receiptStatusLabels } from '#lib/receipts/labels.ts'
import { settingLabels } from '#lib/settings/labels.ts'
import type { SettingKey } from '#lib/settings/schema.ts'
import { transferBankLabels } from '#lib/transfers/labels.ts'
import { seoulTime } from '../../ui/seoul-time.ts'

type Labels = Readonly<Record<string, string>>

/** Korean labels of the values of fields with a fixed set of values; the key is the last part of the field's path. */
const valueLabels: Readonly<Record<string, Labels>> = {
  bank: transferBankLabels,
  kind: { ...pendingChangeKindLabels, ...approvalKindLabels, ...priceChangeLabels },
  notified: channelLabels,
  restriction: restrictionLabels,
  role: roleLabels,
  rounding: roundingLabels,
  rule: syncRuleLabels,
  saleState: saleStateLabels,
  state: { ...pendingChangeStateLabels, ...approvalStateLabels },
  transfer: transferStateLabels,
  why: { ...waitReasonLabels, ...approvalWhyLabels },
}

/** Korean labels of the values of `status`, by the audited subject's type. */
const statusLabels: Readonly<Record<string, Labels>> = {
  charge: chargeStatusLabels,
  deposit: depositStatusLabels,
  order: orderStatusLabels,
  receipt: receiptStatusLabels,
  refund: cashRefundStatusLabels,
}

/** Maximum number of prices shown for a bulk price change. The others are only counted. */
const MAX_SHOWN_PRICES = 5

type Price = readonly [serviceId: number, won: number]

const isPrice = (each: unknown): each is Price =>
  Array.isArray(each) && each.length === 2 && each.every((part) => typeof part === 'number')

/** Parses the prices of a bulk price change: a JSON list of pairs of service id and price. Null for any other text. */
function pricesOf(field: string, text: string): readonly Price[] | null {
  if (field !== 'prices') return null
  const pairs = parseList(text)
  return pairs?.every(isPrice) ? pairs : null
}

/** Parses a text that is a JSON list; null for any other text. */
function parseList(text: string): readonly unknown[] | null {
  if (!text.startsWith('[')) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const pricesText = (prices: readonly Price[]): string => {
  const shown = prices.slice(0, MAX_SHOWN_PRICES).map(([id, won]) => `상품 ${id} ${priceText(won)}`)
  const hiddenCount = prices.length - shown.length
  return [...shown, ...(hiddenCount > 0 ? [`외 ${formatCount(hiddenCount)}개`] : [])].join(' · ')
}

/**
 * Name of the changed value at a path: for a setting, its name on the settings page; for a list of prices, the number
 * of services (`text` is the value as JSON); otherwise the Korean name of the field.
 */
export function changedFieldText(path: string, text = ''): string {
  const prices = pricesOf(path, text)
  if (prices) return `상품 ${formatCount(prices.length)}개의 가격`
  return settingLabels[path as SettingKey]?.name ?? auditFieldText(path)
}

const plainValueTexts: Labels = { '': '(빈 값)', true: '예', false: '아니요', null: '없음' }

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

const objectText = (object: object): string =>
  Object.entries(object)
    .map(([field, value]) => `${auditFieldText(field)} ${changedValueText(String(value), { field })}`)
    .join(' · ')

interface ValuePlace {
  /** Path of the value in the audited state. */
  readonly field?: string
  /** Type of the audited subject. */
  readonly subject?: string
}

/**
 * Formats a changed value: times in Seoul time; states and kinds in Korean; a list of objects with one object per line;
 * a list of numbers separated by commas; a bulk price change with its first few prices. Anything else is shown as it
 * was recorded.
 */
export function changedValueText(text: string, { field = '', subject = '' }: ValuePlace = {}): string {
  const prices = pricesOf(field, text)
  if (prices) return pricesText(prices)
  const list = parseList(text)
  if (list?.length && list.every((each) => typeof each === 'number')) return list.join(', ')
  const objects = text.startsWith('[{') && list
  if (objects) return objects.map((each) => objectText(each ?? {})).join('\n')
  const name = field.split('.').at(-1) ?? ''
  const labels = name === 'status' ? statusLabels[subject] : valueLabels[name]
  return labels?.[text] ?? plainValueTexts[text] ?? (ISO_TIME.test(text) ? seoulTime(text) : text)
}
