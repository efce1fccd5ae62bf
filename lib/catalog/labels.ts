import { formatCount } from '#lib/money/points.ts'

/** Refusals to delete a platform or a category that isn't empty. */
export const platformInUseText = '카테고리가 있어 삭제할 수 없어요. 카테고리를 먼저 옮기거나 삭제해 주세요.'
export const categoryInUseText = '판매 중인 상품이 있어 삭제할 수 없어요. 상품을 먼저 옮기거나 판매 종료해 주세요.'

/** Shown before a platform or a category is deleted. */
export const platformRemovalHint = '카테고리가 남아 있으면 삭제되지 않아요.'
export const categoryRemovalHint =
  '상품이 모두 판매 종료됐을 때만 삭제돼요. 주문내역은 그대로 남고, 그 상품을 다시 판매하면 카테고리도 돌아와요.'

/** Sale state of a service: on sale, shown but not for sale, hidden with its platform, or withdrawn. */
export const saleStates = ['SALE', 'READ_ONLY', 'HIDDEN', 'WITHDRAWN'] as const

export type SaleState = (typeof saleStates)[number]

export const saleStateLabels: Record<SaleState, string> = {
  SALE: '판매중',
  READ_ONLY: '주문불가',
  HIDDEN: '플랫폼 숨김',
  WITHDRAWN: '판매 종료',
}

/** Number of services in each sale state that has any: '판매중 312개 · 주문불가 4개'. */
export const saleStateHint = (counts: Partial<Record<SaleState, number>>): string =>
  saleStates
    .filter((saleState) => counts[saleState])
    .map((saleState) => `${saleStateLabels[saleState]} ${formatCount(counts[saleState] ?? 0)}개`)
    .join(' · ')

/** Kinds of a bulk price change. */
export const priceChanges = ['PERCENT', 'AMOUNT', 'MARGIN'] as const

export type PriceChangeKind = (typeof priceChanges)[number]

export const priceChangeLabels: Record<PriceChangeKind, string> = {
  PERCENT: '비율(%)',
  AMOUNT: '금액(원)',
  MARGIN: '원가 + 마진(%)',
}

export const roundings = ['NEAREST', 'UP', 'DOWN'] as const

export type Rounding = (typeof roundings)[number]

export const roundingLabels: Record<Rounding, string> = { NEAREST: '반올림', UP: '올림', DOWN: '내림' }

/** Rounding steps of a new price, in won per unit. */
export const roundingSteps = [0.00001, 0.001, 0.01, 0.1, 1, 10, 100] as const

/** Label of a rounding step. */
export const roundingStepLabel = (step: number): string => (step === 0.00001 ? '맞추지 않음' : `${step}원 단위`)

/** Examples that explain the value of a price change, by kind. */
export const priceChangeHints: Record<PriceChangeKind, string> = {
  PERCENT: '예: 10은 10% 올림, -5는 5% 내림',
  AMOUNT: '예: 0.5는 1개당 0.5원 올림, -1은 1원 내림',
  MARGIN: '예: 20은 원가에 20%를 더한 값',
}

/** Reasons why a price change skips a service. */
export const priceRefusals = ['FREE', 'TOO_DEAR', 'NO_COST'] as const

export type PriceRefusal = (typeof priceRefusals)[number]

export const priceRefusalLabels: Record<PriceRefusal, string> = {
  FREE: '0원 이하가 돼요',
  TOO_DEAR: '너무 비싸져요',
  NO_COST: '원가가 없어요',
}

/** Additional names of platforms for the search, by platform id (docs/contract.md#catalogue). */
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

/** Warnings for staff before a price change is applied. */
export const priceChangeWarnings = (
  counts: Readonly<Record<'belowCost' | 'refused' | 'following', number>>,
): readonly string[] =>
  [
    [counts.belowCost, '개는 원가보다 싸져요.'],
    [counts.refused, '개는 바뀌지 않아요. 이유는 아래에 있어요.'],
    [counts.following, '개는 공급사 가격을 따라가서 다음 동기화 때 다시 바뀌어요.'],
  ].flatMap(([count, text]) => (Number(count) > 0 ? [`${formatCount(Number(count))}${text}`] : []))
