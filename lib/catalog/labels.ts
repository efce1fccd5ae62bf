import { formatSeoulMoment } from '#lib/core/seoul-moment.ts'
import { formatCount } from '#lib/money/points.ts'
import { priceText } from '#lib/money/prices.ts'

/** Messages that refuse to delete a platform with categories, or a category with services that aren't withdrawn. */
export const platformInUseText = '카테고리가 있어 삭제할 수 없어요. 카테고리를 먼저 옮기거나 삭제해 주세요.'
export const categoryInUseText = '판매 중인 상품이 있어 삭제할 수 없어요. 상품을 먼저 옮기거나 판매 종료해 주세요.'

/** Hints shown before staff delete a platform or a category. */
export const platformRemovalHint = '카테고리가 남아 있으면 삭제되지 않아요.'
export const categoryRemovalHint =
  '상품이 모두 판매 종료됐을 때만 삭제돼요. 주문내역은 그대로 남고, 그 상품을 다시 판매하면 카테고리도 돌아와요.'

/** Sale states of a service. READ_ONLY: shown, but it can't be ordered. HIDDEN: its platform is hidden. */
export const saleStates = ['SALE', 'READ_ONLY', 'HIDDEN', 'WITHDRAWN'] as const

export type SaleState = (typeof saleStates)[number]

export const saleStateLabels: Record<SaleState, string> = {
  SALE: '판매중',
  READ_ONLY: '주문불가',
  HIDDEN: '플랫폼 숨김',
  WITHDRAWN: '판매 종료',
}

/** Text with the number of services in each sale state, without states that no service has: '판매중 312개 · 주문불가 4개'. */
export const saleStateHint = (counts: Partial<Record<SaleState, number>>): string =>
  saleStates
    .filter((saleState) => counts[saleState])
    .map((saleState) => `${saleStateLabels[saleState]} ${formatCount(counts[saleState] ?? 0)}개`)
    .join(' · ')

/**
 * Kinds of bulk price changes: by a percentage (PERCENT), by a sum in won (AMOUNT), or to the cost plus a mark-up in
 * percent (MARGIN).
 */
export const priceChangeKinds = ['PERCENT', 'AMOUNT', 'MARGIN'] as const

/** How a bulk price change computes the new prices. */
export type PriceChangeKind = (typeof priceChangeKinds)[number]

export const priceChangeLabels: Record<PriceChangeKind, string> = {
  PERCENT: '비율(%)',
  AMOUNT: '금액(원)',
  MARGIN: '원가 + 가산율(%)',
}

export const roundings = ['NEAREST', 'UP', 'DOWN'] as const

export type Rounding = (typeof roundings)[number]

export const roundingLabels: Record<Rounding, string> = { NEAREST: '반올림', UP: '올림', DOWN: '내림' }

/**
 * Steps to which a bulk price change or a take-over may round prices, in won per unit. 0.00001 is the smallest unit of
 * a price and means no rounding.
 */
export const roundingSteps = [0.00001, 0.001, 0.01, 0.1, 1, 10, 100] as const

export const roundingStepLabel = (step: number): string => (step === 0.00001 ? '맞추지 않음' : `${step}원 단위`)

/** Examples of the value to enter for a bulk price change, by its kind. */
export const priceChangeHints: Record<PriceChangeKind, string> = {
  PERCENT: '예: 10은 10% 올림, -5는 5% 내림',
  AMOUNT: '예: 0.5는 1개당 0.5원 올림, -1은 1원 내림',
  MARGIN: '예: 20은 원가에 20%를 더한 값',
}

/**
 * Reasons why a bulk change can't give a service a new price. FREE: the price would be 0 or less. TOO_DEAR: it would be
 * too high. NO_COST: the cost from which it would be computed is unknown.
 */
export const priceRefusals = ['FREE', 'TOO_DEAR', 'NO_COST'] as const

/** Why a bulk price change can't give a service a new price. */
export type PriceRefusal = (typeof priceRefusals)[number]

/**
 * Groups of the services selected for a bulk price change; each service is in exactly one. SAME: its price is already
 * the new one. LEFT_OUT: its new price would be an outlier, and staff chose to leave outliers out. GONE: it is
 * withdrawn or doesn't exist.
 */
export const repricingGroups = ['CHANGED', 'SAME', ...priceRefusals, 'LEFT_OUT', 'GONE'] as const

/** What a bulk price change does with a service. */
export type RepricingGroup = (typeof repricingGroups)[number]

export const repricingGroupLabels: Record<RepricingGroup, string> = {
  CHANGED: '가격이 바뀌어요',
  SAME: '지금 가격과 같아요',
  FREE: '0원 이하가 되어 그대로 둬요',
  TOO_DEAR: '너무 비싸져서 그대로 둬요',
  NO_COST: '원가를 몰라 그대로 둬요',
  LEFT_OUT: '확인할 상품이라 빼고 그대로 둬요',
  GONE: '판매 종료되어 그대로 둬요',
}

/**
 * Warnings about a service's new price, for staff to check before they apply a bulk change. JUMP: it differs from the
 * old price by more than half. UNROUNDED: it is smaller than the chosen rounding step and therefore isn't rounded.
 */
export const newPriceWarnings = ['BELOW_COST', 'JUMP', 'UNROUNDED'] as const

export type NewPriceWarning = (typeof newPriceWarnings)[number]

/**
 * Warnings that make a new price an outlier. Staff can choose that a bulk price change leaves out the services with one
 * of these warnings.
 */
export const outlierWarnings: readonly NewPriceWarning[] = ['BELOW_COST', 'JUMP']

/** Label of the switch by which a bulk price change leaves out the services whose new price is an outlier. */
export const leaveOutOutliersLabel = (outliers: number): string =>
  `원가보다 싸거나 크게 바뀌는 ${formatCount(outliers)}개 빼기`

export const newPriceWarningLabels: Record<NewPriceWarning, string> = {
  BELOW_COST: '원가보다 싸요',
  JUMP: '절반 넘게 바뀌어요',
  UNROUNDED: '단위보다 작아 맞추지 않았어요',
}

/** Further names by which the search for services finds a platform, by platform id (docs/contract.md#catalogue). */
export const otherPlatformNames: Readonly<Record<number, string>> = {
  1: 'instagram 인스타',
  2: 'youtube',
  3: 'facebook 페북',
  4: 'tiktok',
  5: 'twitter 트위터 엑스',
  6: 'threads 쓰레드',
  7: 'telegram',
  8: 'naver',
  9: 'kakao',
  10: 'twitch',
  11: 'discord',
  12: 'spotify',
  13: 'soundcloud',
  14: 'linkedin',
  15: 'website 홈페이지',
}

/**
 * Sentences that warn staff before a bulk price change, each with the number of services concerned. A count of 0 has no
 * sentence.
 */
export const priceChangeWarnings = (
  counts: Readonly<Record<'belowCost' | 'jumps' | 'unrounded' | 'following', number>>,
): readonly string[] =>
  [
    [counts.belowCost, '개는 원가보다 싸져요.'],
    [counts.jumps, '개는 가격이 절반 넘게 바뀌어요.'],
    [counts.unrounded, '개는 가격이 맞출 단위보다 작아서 소수 다섯째 자리까지 그대로 둬요.'],
    [counts.following, '개는 공급사 가격을 따라가서 다음 동기화 때 다시 바뀌어요.'],
  ].flatMap(([count, text]) => (Number(count) > 0 ? [`${formatCount(Number(count))}${text}`] : []))

/**
 * What changed a service's price: EDIT, staff edited the service; BULK, a bulk change; UNDO, a bulk change was undone;
 * SYNC, a sync with the provider's list.
 */
export const priceChangeCauses = ['EDIT', 'BULK', 'UNDO', 'SYNC'] as const

export type PriceChangeCause = (typeof priceChangeCauses)[number]

type ShownPriceChange = { at: string; cause: PriceChangeCause; by: string | null; from: number; to: number }

/** One line of a service's price history: '11월 3일 14:20 김대표 님이 3.3원에서 3.5원으로 올렸어요'. */
export function priceChangeText({ at, cause, by, from, to }: ShownPriceChange, now: Date): string {
  const steps = `${priceText(from)}에서 ${priceText(to)}으로`
  const raised = to > from
  if (cause === 'SYNC')
    return `${formatSeoulMoment(at, now)} 공급사 가격을 따라 ${steps} ${raised ? '올랐어요' : '내렸어요'}`
  const who = `${by ?? '운영자'} 님이${cause === 'UNDO' ? ' 일괄 변경을 되돌려' : ''}`
  return `${formatSeoulMoment(at, now)} ${who} ${steps} ${raised ? '올렸어요' : '내렸어요'}`
}

type ShownPriceBatch = { at: string; by: string; changed: number; restored: number | null; skipped: number | null }

/**
 * One line of the list of bulk price changes: who changed how many prices, and when. If the change was undone, also how
 * many prices were put back and how many were not.
 */
export function priceBatchText({ at, by, changed, restored, skipped }: ShownPriceBatch, now: Date): string {
  const text = `${formatSeoulMoment(at, now)} ${by} 님이 상품 ${formatCount(changed)}개의 가격을 바꿨어요.`
  return restored === null ? text : `${text} ${undonePricesText({ restored, skipped: skipped ?? 0 })}`
}

/** Result of undoing a bulk price change, as text. */
export const undonePricesText = ({ restored, skipped }: { restored: number; skipped: number }): string =>
  skipped === 0
    ? `${formatCount(restored)}개의 가격을 되돌렸어요.`
    : `${formatCount(restored)}개의 가격을 되돌렸어요. 그 뒤에 다시 바뀐 ${formatCount(skipped)}개는 그대로 뒀어요.`

/** Hints of a field that chooses a category or a platform, while the shop has none. */
export const nothingToChooseHints = {
  categories: '아직 카테고리가 없어요. 먼저 카테고리를 추가해 주세요.',
  platforms: '아직 플랫폼이 없어요. 먼저 플랫폼을 추가해 주세요.',
} as const
