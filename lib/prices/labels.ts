export const MAX_GROUP_NAME_LENGTH = 40
export const MAX_REASON_LENGTH = 200
/** Largest discount, in percent. */
export const MAX_DISCOUNT_PERCENT = 90

/** Labels that screen readers read before the list price and the viewer's own, lower price. */
export const ownPriceLabels = { list: '정가', own: '내 가격' }
