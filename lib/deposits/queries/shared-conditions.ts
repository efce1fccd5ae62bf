/** SQL fragments about deposits and charges that the files of the matching rule and the lists for staff share. */

/**
 * SQL condition: charge `c` has the amount and the depositor's name of deposit `d`. Never true for a deposit for which
 * the bank has reported no name.
 */
export const chargeFitsDepositSql = "c.pay_amount = d.amount AND c.normal_name = d.normal_name AND d.normal_name <> ''"

/**
 * SQL condition: `row` has the same depositor's name as `deposit`. Also true if `row` stores only a hash of the name
 * (SQL function former_name), as charges and deposits of deleted members do.
 */
export const hasSameDepositorNameSql = (row: string, deposit = 'd'): string =>
  `${row}.normal_name IN (${deposit}.normal_name, former_name(${deposit}.normal_name))`

/**
 * SQL expression: a name, normalized as `normalName` does. (The forms by which names are stored leave out invisible
 * characters.)
 */
export const normalNameSql = (name: string): string =>
  String.raw`lower(regexp_replace(normalize(${name}, NFKC), '[][\s(){}<>〈〉《》「」『』【】]', '', 'g'))`

const kinds = '주식회사|유한회사'
/**
 * What companies add to a name, before and behind it, normalized: 주식회사, or 주 for (주). A short name that begins or ends
 * with 주 is a person's (주다희, 김민주).
 */
const companyKinds = { before: `${kinds}|주(?=.{4})`, behind: `${kinds}|(?<=.{4})주` }
const apps = '토스뱅크|토스|카카오페이|카카오뱅크|카카오|네이버페이|페이코|케이뱅크'

/** SQL expression: a normalized name without these additions. */
const withoutSql = (name: string, additions: { readonly before: string; readonly behind: string }): string =>
  `regexp_replace(${name}, '^(?:${additions.before})[_.-]*|[_.-]*(?:${additions.behind})$', '', 'g')`

/** SQL expression: a normalized name without the kind of company (주식회사 and the like). */
const withoutCompanyKindSql = (name: string): string => withoutSql(name, companyKinds)

/** SQL expression: the shop's normalized name (setting FOOTER_COMPANY) without (주), 주식회사 or 유한회사. */
const shopNameSql = normalNameSql(
  String.raw`regexp_replace(normalize(value #>> '{}', NFKC), '\(주\)|주식회사|유한회사', '', 'g')`,
)

/**
 * SQL condition: deposit `d` came under the shop's own name, with any kind of company or without one, perhaps cut after 7
 * letters or more. It may be the sum of transfers that the bank gave back, or money that the owner moved.
 */
export const isOfShopSql = `EXISTS (
  SELECT FROM (SELECT n.shop, ${withoutCompanyKindSql('n.shop')} AS company,
      ${withoutCompanyKindSql('d.normal_name')} AS written
    FROM (SELECT ${shopNameSql} AS shop FROM settings WHERE key = 'FOOTER_COMPANY') AS n) AS s
  WHERE s.shop <> '' AND s.written <> '' AND (s.written = s.company OR d.normal_name IN ('주' || s.shop, s.shop || '주')
    OR (length(d.normal_name) >= 7 AND length(s.written) >= 2 AND starts_with(s.company, s.written))))`

/** SQL condition: letters of the normalized name are masked (홍*동), so that many people are written so. */
export const isMaskedNameSql = (name: string): string => `${name} ~ '[*○●]'`

/** SQL condition: the normalized name `asked` may be what the masked name `written` stands for. */
const fitsMaskSql = (asked: string, written: string): string =>
  String.raw`${asked} LIKE translate(${written}, '*○●%_\', '___???')`

/**
 * SQL expression: a normalized name without what payment apps and companies add to it. What apps add goes first, as it
 * doesn't count among the letters of a name that begins or ends with 주.
 */
export const coreOfNameSql = (name: string): string =>
  withoutCompanyKindSql(withoutSql(name, { before: apps, behind: apps }))

/**
 * SQL condition: the bank may have written the normalized name `asked` as the name of deposit `d`, although they differ:
 * with or without the kind of company, with a payment app beside it, with letters masked (홍*동), or cut at the end.
 * Banks cut names after 7 letters or more; where the letters before or behind the cut are digits, as in names that are
 * numbered, it is another name. `core`: an SQL expression for `coreOfNameSql` of the deposit's name. Cheap conditions come
 * first, as many charges may have the amount of a deposit.
 */
export const isOtherSpellingSql = (asked: string, core: string): string => {
  const written = 'd.normal_name'
  const askedCore = coreOfNameSql(asked)
  return `(${asked} <> ${written} AND ${core} <> '' AND (strpos(${asked}, ${core}) > 0 OR ${isMaskedNameSql(core)}) AND (
    (${askedCore} = ${core} AND (${core} <> ${written} OR ${withoutCompanyKindSql(asked)} = ${written}))
    OR (${isMaskedNameSql(core)} AND (${fitsMaskSql(askedCore, core)} OR ${fitsMaskSql(asked, written)}))
    OR (length(${written}) >= 7 AND length(${core}) >= 2 AND starts_with(${askedCore}, ${core})
      AND substr(${askedCore}, length(${core}), 2) !~ '[0-9]')))`
}

/** SQL expression: the day in Seoul of the time `moment`, which is an SQL expression, too. */
export const seoulDaySql = (moment: string): string => `(${moment} AT TIME ZONE 'Asia/Seoul')::date`

/**
 * Subquery for the deposits that paid for charge `k`: matched with it, split or merged. Give it an alias where it is
 * used.
 */
export const payingDepositsSql = `(SELECT x.* FROM deposits x WHERE x.charge_id = k.id
  UNION ALL SELECT x.* FROM deposit_splits s JOIN deposits x ON x.id = s.deposit_id WHERE s.charge_id = k.id
  UNION ALL SELECT x.* FROM deposit_merges s JOIN deposits x ON x.id = s.deposit_id WHERE s.charge_id = k.id)`
