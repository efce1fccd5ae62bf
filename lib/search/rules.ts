import { cleanLink, platformIdOfLink } from '#lib/catalog/rules.ts'
import { parseSearchedAmount } from '#lib/charges/rules.ts'
import { normalName } from '#lib/core/normal-name.ts'
import type { RoleName } from '#lib/members/labels.ts'
import { roles } from '#lib/members/schema.ts'
import type { Points } from '#lib/money/points.ts'
import type { FoundItems } from './schema.ts'

/**
 * Lowest role that can find each kind of record in the search: the lowest role that may read the list of these records.
 */
export const lowestRoleByKind: Record<keyof FoundItems, RoleName> = {
  members: 'SUPPORT',
  orders: 'SUPPORT',
  charges: 'SUPPORT',
  deposits: 'SUPPORT',
  services: 'SUPPORT',
}

/** True if a staff member with this role can find this kind of record. */
export const mayFindKind = (kind: keyof FoundItems, role: RoleName): boolean =>
  roles.indexOf(role) >= roles.indexOf(lowestRoleByKind[kind])

/** Maximum number of results of one kind (members, orders and so on). */
export const MAX_FOUND_PER_KIND = 6

/** Minimum lengths: a shorter text isn't searched for as a name or as a telephone number. */
const MIN_NAME_LENGTH = 2
const MIN_PHONE_LENGTH = 4

/** Highest id that the database can store; larger numbers aren't searched for as an id. */
const MAX_ID = 2_147_483_647

/** Ids of the well-known platforms except websites. On most of them a user name alone stands for a profile. */
const PLATFORM_IDS = Array.from({ length: 14 }, (_, at) => at + 1)
/** Pattern of a user name, with or without @. */
const HANDLE = /^@?[A-Za-z0-9._-]{2,60}$/

/** Matches the beginning of a link with www.; the group is the scheme. */
const WWW = /^(https?:\/\/)www\./i

/** Everything for which a search text can stand. A field is null, or an empty list, if the text can't stand for it. */
export interface SearchTerms {
  readonly text: string
  /** Id of a member, order, charge, deposit or service. */
  readonly id: number | null
  /** Beginning of a telephone number, without its dashes. */
  readonly phone: string | null
  /** Beginning of a depositor name, normalized. */
  readonly name: string | null
  /** Sum of a charge or deposit. */
  readonly amount: Points | null
  /** Links as orders store them after cleaning (docs/contract.md#links). */
  readonly links: readonly string[]
}

/** All texts under which orders may have stored this link or user name. */
function linksOf(text: string): readonly string[] {
  const platform = platformIdOfLink(text)
  const cleaned = platform === null ? null : cleanLink(text, platform)
  const handles = HANDLE.test(text) ? PLATFORM_IDS.map((id) => cleanLink(text, id)) : []
  const isLink = platform !== null || /^https?:\/\//i.test(text)
  // A website's link is stored with the scheme that the member gave, so a link with http is searched for with https
  // too.
  const overHttps = cleaned?.replace(/^http:/, 'https:') ?? null
  const forms = [...(isLink ? [text] : []), cleaned, overHttps, ...handles].filter((link) => link !== null)
  // Depending on the text that the member pasted, a stored link has www. or not, and a slash at its end or not: all
  // four forms are searched for.
  const withAndWithoutWww = forms.flatMap((link) => [
    link,
    WWW.test(link) ? link.replace(WWW, '$1') : link.replace('//', '//www.'),
  ])
  const allForms = withAndWithoutWww.flatMap((link) => [link, link.endsWith('/') ? link.slice(0, -1) : `${link}/`])
  return [...new Set(allForms)]
}

/** Interprets a search text; null if the text is blank. */
export function readSearchTerms(q: string): SearchTerms | null {
  const text = q.trim()
  if (text === '') return null
  const plain = text.replaceAll(',', '')
  const number = /^\d{1,10}$/.test(plain) ? Number(plain) : 0
  const digits = text.replaceAll('-', '')
  const name = normalName(text)
  return {
    text,
    id: number >= 1 && number <= MAX_ID ? number : null,
    phone: /^\d+$/.test(digits) && digits.length >= MIN_PHONE_LENGTH ? digits : null,
    name: name.length >= MIN_NAME_LENGTH ? name : null,
    amount: parseSearchedAmount(text),
    links: linksOf(text),
  }
}
