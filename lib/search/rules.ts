import { cleanLink, platformOfLink } from '#lib/catalog/rules.ts'
import { normalName, searchedAmount } from '#lib/charges/rules.ts'
import type { RoleName } from '#lib/members/labels.ts'
import { roles } from '#lib/members/schema.ts'
import type { Points } from '#lib/money/points.ts'
import type { Found } from './schema.ts'

/** The least role that finds things of a kind: the one that may read their list. */
export const findingRoles: Record<keyof Found, RoleName> = {
  members: 'SUPPORT',
  orders: 'SUPPORT',
  charges: 'SUPPORT',
  deposits: 'SUPPORT',
  services: 'SUPPORT',
}

export const mayFind = (kind: keyof Found, role: RoleName): boolean =>
  roles.indexOf(role) >= roles.indexOf(findingRoles[kind])

/** Most things of a kind that a search answers. */
export const MAX_FOUND = 6

/** Fewest characters of a name, and fewest digits of a telephone number, that are searched for. */
const MIN_NAME_LENGTH = 2
const MIN_PHONE_LENGTH = 4

/** Highest number that an id can be. */
const MAX_ID = 2_147_483_647

/** Platforms on which a handle alone is a link to a profile. */
const PLATFORM_IDS = Array.from({ length: 14 }, (_, at) => at + 1)
const HANDLE = /^@?[A-Za-z0-9._-]{2,60}$/

/** A search text in each form in which something is looked up; null (or empty) where it can't be one. */
export interface SearchTerms {
  readonly text: string
  /** A member's, an order's, a charge's, a deposit's or a service's number. */
  readonly id: number | null
  /** Beginning of a telephone number, without dashes. */
  readonly phone: string | null
  /** Beginning of a depositor's name, normalized. */
  readonly name: string | null
  readonly amount: Points | null
  /** Links of orders, as they are stored once they are cleaned. */
  readonly links: readonly string[]
}

/** The forms in which an order may have stored a link or a handle. */
function linksOf(text: string): readonly string[] {
  const platform = platformOfLink(text)
  const cleaned = platform === null ? null : cleanLink(text, platform)
  const handles = HANDLE.test(text) ? PLATFORM_IDS.map((id) => cleanLink(text, id)) : []
  const isLink = platform !== null || /^https?:\/\//i.test(text)
  const forms = [...(isLink ? [text] : []), cleaned, ...handles].filter((link) => link !== null)
  // A link is stored with or without www. and the slash at its end, as it was pasted.
  const hosts = forms.flatMap((link) => [
    link,
    /^https:\/\/www\./.test(link) ? link.replace('//www.', '//') : link.replace('//', '//www.'),
  ])
  const ends = hosts.flatMap((link) => [link, link.endsWith('/') ? link.slice(0, -1) : `${link}/`])
  return [...new Set(ends)]
}

/** Reads a search text; null if there is nothing to look for. */
export function searchTermsOf(q: string): SearchTerms | null {
  const text = q.trim()
  if (text === '') return null
  const number = /^\d{1,10}$/.test(text.replaceAll(',', '')) ? Number(text.replaceAll(',', '')) : null
  const digits = text.replaceAll('-', '')
  const name = normalName(text)
  return {
    text,
    id: number !== null && number >= 1 && number <= MAX_ID ? number : null,
    phone: /^\d+$/.test(digits) && digits.length >= MIN_PHONE_LENGTH ? digits : null,
    name: name.length >= MIN_NAME_LENGTH ? name : null,
    amount: searchedAmount(text),
    links: linksOf(text),
  }
}
