import { cleanLink, platformOfLink } from '#lib/catalog/rules.ts'
import { normalName, searchedAmount } from '#lib/charges/rules.ts'
import type { RoleName } from '#lib/members/labels.ts'
import { roles } from '#lib/members/schema.ts'
import type { Points } from '#lib/money/points.ts'
import type { FoundItems } from './schema.ts'

/** Lowest role that finds members, orders and so on: the role that may read their list. */
export const lowestFindingRoles: Record<keyof FoundItems, RoleName> = {
  members: 'SUPPORT',
  orders: 'SUPPORT',
  charges: 'SUPPORT',
  deposits: 'SUPPORT',
  services: 'SUPPORT',
}

export const mayFind = (kind: keyof FoundItems, role: RoleName): boolean =>
  roles.indexOf(role) >= roles.indexOf(lowestFindingRoles[kind])

/** Maximum number of results of one kind (members, orders and so on). */
export const MAX_FOUND_PER_KIND = 6

/** Shorter texts aren't searched for as a name or as a telephone number. */
const MIN_NAME_LENGTH = 2
const MIN_PHONE_LENGTH = 4

/** Highest id that the database can store; larger numbers aren't searched for as an id. */
const MAX_ID = 2_147_483_647

/** Platforms on which a handle without a URL counts as a link to a profile; the pattern of a handle. */
const PLATFORM_IDS = Array.from({ length: 14 }, (_, at) => at + 1)
const HANDLE = /^@?[A-Za-z0-9._-]{2,60}$/

/** A link's scheme, and the www. that the link has or not. */
const WWW = /^(https?:\/\/)www\./i

/** A search text, read in every form in which it can be looked up; null (or empty) for the forms that it can't be. */
export interface SearchTerms {
  readonly text: string
  /** Number of a member, order, charge, deposit or service. */
  readonly id: number | null
  /** Beginning of a telephone number, without its dashes. */
  readonly phone: string | null
  /** Beginning of a depositor name, normalized. */
  readonly name: string | null
  readonly amount: Points | null
  /** Links as orders store them after cleaning (docs/contract.md#links). */
  readonly links: readonly string[]
}

/** All forms in which an order may have stored this link or handle. */
function linksOf(text: string): readonly string[] {
  const platform = platformOfLink(text)
  const cleaned = platform === null ? null : cleanLink(text, platform)
  const handles = HANDLE.test(text) ? PLATFORM_IDS.map((id) => cleanLink(text, id)) : []
  const isLink = platform !== null || /^https?:\/\//i.test(text)
  const forms = [...(isLink ? [text] : []), cleaned, ...handles].filter((link) => link !== null)
  // A stored link has www. and a slash at its end or not, depending on how the member pasted it: all four forms are
  // searched for.
  const hosts = forms.flatMap((link) => [link, WWW.test(link) ? link.replace(WWW, '$1') : link.replace('//', '//www.')])
  const ends = hosts.flatMap((link) => [link, link.endsWith('/') ? link.slice(0, -1) : `${link}/`])
  return [...new Set(ends)]
}

/** Reads a search text; null if there is nothing to look for. */
export function searchTermsOf(q: string): SearchTerms | null {
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
    amount: searchedAmount(text),
    links: linksOf(text),
  }
}
