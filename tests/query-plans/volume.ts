/** How much there is; the other tables follow from these. */
export type Volume = { orders: number; members: number; services: number }

/** The first order's number; the one of whom a fifth of all orders are. */
export const FIRST_ORDER = 10_001
export const RESELLER = 1

/** When the i-th of n rows was made: evenly over two years, the last a minute ago. */
export const at = (n: number) => `now() - interval '1 minute' - (${n} - i) * (interval '730 days' / ${n})`
/** A fifth of all are the reseller's; of the others each has a few. */
export const whose = (members: number, step: number) =>
  `CASE WHEN i % 5 = 0 THEN ${RESELLER} ELSE 1 + (i::bigint * ${step}) % ${members} END`

export const phone = (member: string) => `'010' || lpad((${member}::bigint * 48271 % 99999989)::text, 8, '0')`

export const names = `(ARRAY['김민준','이서연','박도윤','최하은','정시우','강지우','조예준','윤서아','장주원','임지호','(주) 온미디어','한빛마케팅'])[1 + i % 12]`
