import { BUILT_IN_TERMS_DAY, formatLegalText, type TermsKind, termsState } from '#lib/content/rules.ts'
import { seoulDay } from '../ui/seoul-time.ts'
import { privacyPolicyArticles } from './privacy-policy.ts'
import { dutyTermsArticles } from './service-terms-duties.ts'
import { generalTermsArticles } from './service-terms-general.ts'
import { paymentTermsArticles } from './service-terms-payment.ts'

/**
 * One version of a legal text. In `body`, '{회사}' stands for the shop's company name and '{시행일}' for the effective
 * date.
 */
export interface TermsVersion {
  readonly kind: TermsKind
  /** Effective date in Seoul, as YYYY-MM-DD. */
  readonly since: string
  readonly body: string
}

export const termsNames: Readonly<Record<TermsKind, string>> = { service: '이용약관', privacy: '개인정보 처리방침' }

/**
 * The first versions of the legal texts, which are built in. They are in force until versions written by staff take
 * their place (docs/product.md#terms).
 */
export const builtInTermsVersions: readonly TermsVersion[] = [
  {
    kind: 'service',
    since: BUILT_IN_TERMS_DAY,
    body: formatLegalText([...generalTermsArticles, ...paymentTermsArticles, ...dutyTermsArticles]),
  },
  { kind: 'privacy', since: BUILT_IN_TERMS_DAY, body: formatLegalText(privacyPolicyArticles) },
]

/** Formats a date, as in '2021년 6월 20일'. */
export const effectiveDateText = (since: string): string => {
  const [year, month, day] = since.split('-').map(Number)
  return `${year}년 ${month}월 ${day}일`
}

/** Versions to announce at `now` (milliseconds): not in force yet, but within their notice period. */
export const findAnnouncedTerms = <T extends Pick<TermsVersion, 'kind' | 'since'>>(
  now: number,
  versions: readonly T[],
): T[] => versions.filter((version) => termsState(version, now) === 'ANNOUNCED')

/**
 * Versions of one kind that the public may read at `now`, newest first: announced versions, and versions that are or
 * were in force.
 */
export function findReadableTerms(kind: TermsKind, written: readonly TermsVersion[], now: number): TermsVersion[] {
  const ofKind = [...builtInTermsVersions, ...written].filter((version) => version.kind === kind)
  return ofKind
    .filter((version) => termsState(version, now) !== 'PLANNED')
    .toSorted((a, b) => b.since.localeCompare(a.since))
}

/** The version with this effective date, or else the version in force at `now`. `readable` is sorted newest first. */
export function termsVersionToShow(
  readable: readonly TermsVersion[],
  requestedDate: string,
  now: number,
): TermsVersion | undefined {
  const today = seoulDay(now)
  return readable.find(({ since }) => since === requestedDate) ?? readable.find(({ since }) => since <= today)
}
