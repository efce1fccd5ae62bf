/** Maximum number of characters in the name of a price group. */
export const MAX_GROUP_NAME_LENGTH = 40
/** Maximum number of characters in the reason of a price rule. */
export const MAX_PRICE_RULE_REASON_LENGTH = 200
/** Largest discount, in percent. */
export const MAX_DISCOUNT_PERCENT = 90

/** Labels that screen readers read before the list price, and before the lower price that this member pays. */
export const ownPriceLabels = { list: '정가', own: '내 가격' }
