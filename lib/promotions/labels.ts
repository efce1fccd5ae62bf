import { wonText } from '#lib/money/points.ts'

/** Kinds of promotions. BONUS: comes with charges automatically. COUPON: gives points to members who type its code. */
export const promotionKinds = ['BONUS', 'COUPON'] as const

export type PromotionKind = (typeof promotionKinds)[number]

/**
 * States of a promotion. WAITING: a second person has to confirm it. STOPPED: staff stopped it, and it gives nothing
 * from then on, not even for charges requested or coupons registered earlier. REFUSED: the second person refused it.
 */
export const promotionStates = ['WAITING', 'ACTIVE', 'STOPPED', 'REFUSED'] as const

export type PromotionState = (typeof promotionStates)[number]

/** Maximum number of characters of a promotion's name, which members see. */
export const MAX_PROMOTION_NAME_LENGTH = 40

/** Length and characters of a coupon's code: 60 random bits, without characters that are easily confused. */
export const couponCodeFormat = { length: 12, alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789' } as const

export const couponMessages = {
  malformed: '쿠폰 번호를 확인해 주세요.',
  missing: '쿠폰 번호를 입력해 주세요.',
  /** Shown if no response arrived: the coupon may have been registered. The page is then loaded again. */
  unknown: '쿠폰이 등록됐는지 확인하지 못했어요. 아래 내역을 봐 주세요.',
} as const

/** A coupon's code as it is shown: in groups of four, `ABCD-EFGH-JKLM`. */
export const couponCodeText = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

/** Names of grants, by kind of promotion. */
export const grantLabels: Readonly<Record<PromotionKind, string>> = { BONUS: '충전 보너스', COUPON: '쿠폰' }

/**
 * Toast after a coupon was registered. If `minCharge` is 0, its points were credited; otherwise they will be credited
 * with a charge of at least `minCharge`.
 */
export const couponDoneText = ({ point, minCharge }: { point: number; minCharge: number }): string =>
  minCharge === 0
    ? `쿠폰으로 ${wonText(point)}을 받았어요.`
    : `쿠폰을 등록했어요. ${wonText(minCharge)} 이상 충전하면 ${wonText(point)}을 더 드려요.`

/** Text about the terms of a bonus: '10,000원 이상 충전하면 10%, 최대 5,000원'. */
export function bonusTermsText({ percent, point, maxPoint, minCharge }: BonusTerms): string {
  const gives = percent === null ? wonText(point ?? 0) : `${percent / 100}%`
  const maximum = maxPoint === null ? '' : `, 최대 ${wonText(maxPoint)}`
  return `${minCharge > 0 ? `${wonText(minCharge)} 이상 충전하면 ` : '충전할 때 '}${gives}${maximum}`
}

/** Sentence that offers a bonus to members: '10,000원 이상 충전하면 10%, 최대 5,000원을 더 드려요'. */
export const bonusOfferText = (terms: BonusTerms): string =>
  `${bonusTermsText(terms)}${terms.percent === null || terms.maxPoint !== null ? '을' : '를'} 더 드려요`

/** Terms of a bonus, in points. `percent` is in hundredths of a percent of the charge. */
type BonusTerms = { percent: number | null; point: number | null; maxPoint: number | null; minCharge: number }

/** Texts about bonuses and coupons, for members (their card, a charge's offers and summary) and for the console. */
export const promotionTexts = {
  title: '보너스와 쿠폰',
  code: '쿠폰 번호',
  register: '등록',
  once: '한 번만 받을 수 있어요',
  budget: '입금이 확인될 때 준비한 예산이 남아 있어야 받을 수 있어요.',
  cash: '보너스와 쿠폰 포인트는 주문에 쓸 수 있고 현금으로는 환불되지 않아요. 함께 충전한 금액을 환불받으면 그만큼 회수돼요.',
  held: '충전을 기다리는 쿠폰',
  got: '받은 보너스와 쿠폰',
  bonus: '보너스',
  total: '받는 금액',
  page: '보너스와 쿠폰',
  hint: '충전할 때 더 주거나, 쿠폰 번호로 포인트를 줘요. 준 포인트는 현금으로 환불되지 않아요',
  add: '새 보너스·쿠폰',
  make: '만들기',
  fixed: '만든 뒤에는 조건을 바꿀 수 없고 멈출 수만 있어요. 한국 시각이에요.',
  stop: '멈추기',
  made: (name: string) => `‘${name}’ 혜택을 만들었어요.`,
  stopped: (name: string) => `‘${name}’ 혜택을 멈췄어요.`,
  stopping: (name: string) =>
    `${name}: 바로 멈추고 다시 시작할 수 없어요. 이미 등록하고 충전을 기다리는 쿠폰과 아직 입금되지 않은 충전에도 주지 않아요.`,
  empty: ['아직 보너스나 쿠폰이 없어요.', '새로 만들면 여기에 나타나요.'],
} as const

/**
 * Status of a promotion on screen: its state or, while it is active, one of these. AHEAD: it has not begun. RUNNING:
 * members can get it. EXHAUSTED: its budget or its number of grants is used up. OVER: its period has ended.
 */
export type PromotionStatus = Exclude<PromotionState, 'ACTIVE'> | 'AHEAD' | 'RUNNING' | 'EXHAUSTED' | 'OVER'

export const promotionStatusLabels: Readonly<Record<PromotionStatus, string>> = {
  WAITING: '확인 대기',
  AHEAD: '예정',
  RUNNING: '진행 중',
  EXHAUSTED: '소진',
  OVER: '종료',
  STOPPED: '멈춤',
  REFUSED: '거절됨',
}
