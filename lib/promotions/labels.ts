/** BONUS: points that come with charges by themselves; COUPON: for whoever types its code. */
export const promotionKinds = ['BONUS', 'COUPON'] as const

export type PromotionKind = (typeof promotionKinds)[number]

/** WAITING: for a second person. STOPPED by staff: gives nothing any more, also not what was promised before. */
export const promotionStates = ['WAITING', 'ACTIVE', 'STOPPED', 'REFUSED'] as const

export type PromotionState = (typeof promotionStates)[number]

/** Maximum number of characters of a promotion's name, which members see. */
export const MAX_PROMOTION_NAME = 40

/** Characters of a coupon's code: 60 bits, none of them easily taken for another. */
export const couponCode = { length: 12, alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789' } as const

export const promotionMessages = {
  malformed: '쿠폰 번호를 확인해 주세요.',
} as const

/** A coupon's code as it is shown: in groups of four, `ABCD-EFGH-JKLM`. */
export const couponCodeText = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')
