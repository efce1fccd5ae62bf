import { formatCount } from '#lib/money/points.ts'
import { priceText } from '#lib/money/prices.ts'

/**
 * Outcomes of a delivery attempt. After REFUSED, NO_FUNDS and UNSENT the provider certainly doesn't have the order
 * (docs/contract.md#delivery).
 */
export const attemptOutcomes = ['SENT', 'UNKNOWN', 'REFUSED', 'NO_FUNDS', 'UNSENT'] as const

export type AttemptOutcome = (typeof attemptOutcomes)[number]

export const attemptOutcomeLabels: Record<AttemptOutcome, string> = {
  SENT: '접수',
  UNKNOWN: '확인 필요',
  REFUSED: '거절',
  NO_FUNDS: '잔액 부족',
  UNSENT: '보내지 못함',
}

/** Encodings of request bodies: form fields or JSON. */
export const dialects = ['FORM', 'JSON'] as const

/** Encoding of the bodies of requests to a provider. */
export type Dialect = (typeof dialects)[number]

export const dialectLabels: Record<Dialect, string> = { FORM: '폼 (대부분의 공급사)', JSON: 'JSON' }

/** Text of the dialog that deletes a provider. */
export const removeProviderText =
  '이 공급사로 보낸 주문이나 상품이 있으면 삭제되지 않아요. 그때는 주문 보내기를 꺼 주세요.'

/** States of a provider's health, the most important first; if several apply, the first of them is shown. */
export const providerHealths = ['OFF', 'DOWN', 'NO_FUNDS', 'PAUSED', 'UNTESTED', 'LOW', 'WELL'] as const

export type ProviderHealth = (typeof providerHealths)[number]

export const providerHealthLabels: Record<ProviderHealth, string> = {
  OFF: '사용 안 함',
  DOWN: '응답 없음',
  NO_FUNDS: '잔액 없음',
  PAUSED: '쉬는 중',
  UNTESTED: '확인 전',
  LOW: '잔액 부족',
  WELL: '정상',
}

/**
 * How a sync changes a service of the shop by its provider's list. The cost follows the list under each rule.
 * - FOLLOW: price and quantity limits follow too.
 * - FREEZE: price and limits stay. A service that has another type in the list goes off sale.
 * - OFF: the limits follow. The service is off sale while its price is below cost plus mark-up.
 *
 * Under FOLLOW and OFF, the service also goes off sale if it is missing in the list, or if cost plus mark-up is too
 * high a price for the shop.
 */
export const syncRules = ['FOLLOW', 'FREEZE', 'OFF'] as const

export type SyncRule = (typeof syncRules)[number]

export const syncRuleLabels: Record<SyncRule, string> = {
  FOLLOW: '가격 따라가기',
  FREEZE: '가격 고정',
  OFF: '가산율 미만이면 판매 중지',
}

/** Kinds of differences between a provider's list of services and the last import of it. */
export const listChangeKinds = ['NEW', 'BACK', 'PRICE', 'LIMITS', 'NAME', 'TYPE', 'GONE'] as const

/** How a service in a provider's list differs from the last import. */
export type ListChangeKind = (typeof listChangeKinds)[number]

export const listChangeLabels: Record<ListChangeKind, string> = {
  NEW: '새 상품',
  BACK: '다시 나옴',
  PRICE: '가격',
  LIMITS: '수량',
  NAME: '이름',
  TYPE: '주문 방식',
  GONE: '사라짐',
}

/** Reasons written into an order's timeline when its delivery takes an unusual course. */
export const deliveryNotes = {
  unknown: '확인 중',
  refused: '공급사에서 받을 수 없는 주문이에요.',
  foundSent: '공급사에서 접수를 확인했어요.',
  foundUnsent: '공급사에 접수되지 않아 다시 보내요.',
  settledLate: '공급사의 늦은 변경',
  lateUpdate: '끝난 뒤 공급사에서 바뀜',
  askedToCancel: '구독 기간이 끝나 공급사에 취소를 요청했어요.',
  waitsForLink: '이 링크의 다른 주문이 끝나면 시작해요.',
} as const

/** A sum of money in a provider's currency: '1,000,000 KRW'. */
export const moneyText = (amount: number, currency: string | null): string =>
  `${amount.toLocaleString('ko-KR', { maximumFractionDigits: 5 })}${currency ? ` ${currency}` : ''}`

export const providerBalanceText = ({
  balance,
  currency,
}: {
  balance: number | null
  currency: string | null
}): string => (balance === null ? '아직 모름' : moneyText(balance, currency))

/** Host of a provider's API address, by which staff tell two providers apart. */
export const apiHostOf = (apiUrl: string): string => (URL.canParse(apiUrl) ? new URL(apiUrl).host : apiUrl)

/** Toast after a connection test that the provider answered. */
export const connectionTestedText = ({
  name,
  ...provider
}: {
  name: string
  balance: number | null
  currency: string | null
}) => `${name}에 연결했어요. 잔액 ${providerBalanceText(provider)}`

/** How many won one unit of a provider's currency is worth: '1 USD = 1,384.25원'. */
export const exchangeRateText = (rate: number | null, currency: string): string =>
  rate === null
    ? '아직 입력하지 않았어요'
    : `1 ${currency} = ${rate.toLocaleString('ko-KR', { maximumFractionDigits: 5 })}원`

/** Label of the field for a provider's exchange rate; `currency` is null while it isn't known. */
export const exchangeRateLabel = (currency: string | null): string =>
  currency === null ? '환율 (공급사 통화 1당 원)' : `환율 (1 ${currency}당 원)`

type HeldListFacts = { former: string | null; currency: string | null; isUnread: boolean }

/** Text about why a provider's list wasn't applied automatically (`HeldListReason`), and what staff have to do. */
export function heldListText({ former, currency, isUnread }: HeldListFacts): string {
  if (isUnread)
    return '하루 넘게 상품 목록을 읽지 못해서 상품의 가격과 판매 상태가 예전 그대로예요. 주소와 API 키를 확인하고, 맞으면 공급사에 문의해 주세요. 목록을 다시 읽어 적용하면 이 알림이 사라져요.'
  return former
    ? `공급사 통화가 바뀌어(${former} → ${currency}) 자동 동기화를 껐어요. 바뀐 통화의 환율을 저장한 뒤 ‘지금 목록 확인’에서 바뀐 가격을 보고 적용해 주세요. 그다음 자동 동기화를 다시 켜 주세요. 켜면 이 알림이 사라져요.`
    : '상품의 절반 이상이 사라졌거나 이전 가격의 5분의 1보다 싸져서 목록을 자동으로 적용하지 않았어요. 공급사에 확인한 뒤 ‘지금 목록 확인’에서 바뀐 점을 보고 적용해 주세요.'
}

/**
 * Text for a cost in won. `cost` is null while the exchange rate isn't known. The cost of a provider service that has
 * gone (`isGone`) may also be null because the shop doesn't know its type.
 */
export function costText(cost: number | null, isGone = false): string {
  if (cost !== null) return priceText(cost)
  return isGone ? '알 수 없음' : '환율 필요'
}

/**
 * What a take-over does with each service of a provider's list. A service is in exactly one group.
 * - NEW: it is added to the shop; the services of the other groups aren't.
 * - ON_SALE: the shop has it already.
 * - UNKNOWN: the platform of its category isn't known, and staff haven't chosen one.
 * - SKIPPED: staff left its category out.
 * - TOO_DEAR: its price would be too high for the shop (`isOverpriced`).
 */
export const takeOverGroups = ['NEW', 'ON_SALE', 'UNKNOWN', 'SKIPPED', 'TOO_DEAR'] as const

/** What a take-over does with a service of a provider's list. */
export type TakeOverGroup = (typeof takeOverGroups)[number]

export const takeOverGroupLabels: Record<TakeOverGroup, string> = {
  NEW: '새로 추가',
  ON_SALE: '판매 중',
  UNKNOWN: '플랫폼 미정',
  SKIPPED: '제외',
  TOO_DEAR: '가격 한도 초과',
}

export const takeOverTexts = {
  leaveOut: '가져오지 않기',
  stopped: '가져오기를 멈췄어요. 이미 가져온 상품은 그대로예요.',
  failed: '목록을 불러오지 못했어요. 잠시 후 다시 눌러 주세요.',
  syncFirst: (effects: number): string =>
    `이 목록을 적용하면 지금 파는 상품 ${formatCount(effects)}개가 바뀌어요. 위의 ‘지금 목록 확인’에서 바뀐 점을 보고 적용한 뒤 목록을 다시 불러와 주세요.`,
  suspicious:
    '상품의 절반 이상이 사라졌거나 이전 가격의 5분의 1보다 싸졌어요. 위의 ‘지금 목록 확인’에서 확인하고 적용한 뒤 목록을 다시 불러와 주세요.',
  more: (count: number): string => `외 ${formatCount(count)}개`,
  edited: '조건을 바꿨어요. 다시 미리보기를 누르면 바뀐 가격을 보고 가져올 수 있어요.',
  nothing: '지금 새로 가져올 상품이 없어요.',
  asked: (count: number): string =>
    `카테고리 ${formatCount(count)}개는 이름에서 플랫폼을 알 수 없어요. 플랫폼을 골라야 그 상품을 가져와요.`,
} as const

/**
 * Toast after a take-over has finished: how many services it added, and how many of the planned services it left out.
 */
export const takeOverDoneText = ({ total, added }: { total: number; added: number }): string =>
  total === added
    ? `상품 ${formatCount(added)}개를 가져왔어요.`
    : `상품 ${formatCount(added)}개를 가져왔어요. ${formatCount(total - added)}개는 그사이 바뀐 것이 있어 뺐어요.`

const refusalLabels: Record<string, string> = {
  NOT_A_ROW: '상품이 아닌 줄',
  ID: '번호를 읽을 수 없는 줄',
  DUPLICATE: '번호가 겹치는 줄',
  NAME: '이름이 없는 줄',
  SEPARATOR: '구분선',
  TYPE: '아직 주문할 수 없는 방식의 상품',
  RATE: '가격을 읽을 수 없는 줄',
  FREE: '가격이 0인 줄',
  LIMITS: '수량을 읽을 수 없는 줄',
  MIN_OVER_MAX: '최소 수량이 최대보다 큰 줄',
  TOO_MANY: '20,000개를 넘는 줄',
}

/**
 * Text about the rows of a provider's list that can't be sold, by reason: '팔 수 없어 뺀 줄 12개: 구분선 10개, 가격이 0인
 * 줄 2개'.
 */
export function refusedRowsText({ refused }: { refused: readonly { reason: string }[] }): string {
  const byReason = Map.groupBy(refused, ({ reason }) => refusalLabels[reason] ?? reason)
  const parts = [...byReason].map(([label, rows]) => `${label} ${formatCount(rows.length)}개`)
  return `팔 수 없어 뺀 줄 ${formatCount(refused.length)}개: ${parts.join(', ')}`
}
