/** Size of a generated shop; the sizes of the other tables are derived from these. */
export type Volume = { orders: number; members: number; services: number }

/** Id of the first order. */
export const FIRST_ORDER_ID = 10_001
/** Id of the member who placed a fifth of all orders. */
export const RESELLER_ID = 1

/** SQL for the creation time of the i-th of n rows: spread evenly over two years, the last one a minute ago. */
export const createdAtSql = (n: number) => `now() - interval '1 minute' - (${n} - i) * (interval '730 days' / ${n})`
/** SQL for the member of the i-th row: the reseller for a fifth of the rows, other members for a few rows each. */
export const memberIdSql = (members: number, step: number) =>
  `CASE WHEN i % 5 = 0 THEN ${RESELLER_ID} ELSE 1 + (i::bigint * ${step}) % ${members} END`

/** SQL for a phone number that belongs to the member whose id is the SQL expression `member`. */
export const phoneSql = (member: string) => `'010' || lpad((${member}::bigint * 48271 % 99999989)::text, 8, '0')`

/** SQL for a name in the i-th row: one of twelve names in turn. */
export const nameSql = `(ARRAY['김민준','이서연','박도윤','최하은','정시우','강지우','조예준','윤서아','장주원','임지호','(주) 온미디어','한빛마케팅'])[1 + i % 12]`
