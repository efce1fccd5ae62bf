import { legalText, seoulDay, type TermsKind, termsState } from '#lib/content/rules.ts'
import { privacyArticles } from './privacy-policy.ts'
import { dutyArticles } from './service-terms-duties.ts'
import { generalArticles } from './service-terms-general.ts'
import { paymentArticles } from './service-terms-payment.ts'

/** One version of a legal text: '{회사}' in it is the shop's company, '{시행일}' the day from which it holds. */
export interface TermsVersion {
  readonly kind: TermsKind
  /** The day in Seoul from which it holds, as YYYY-MM-DD. */
  readonly since: string
  readonly body: string
}

export const termsNames: Readonly<Record<TermsKind, string>> = { service: '이용약관', privacy: '개인정보처리방침' }

/** The texts that the shop came with (docs/product.md#terms). */
export const firstVersions: readonly TermsVersion[] = [
  { kind: 'service', since: '2021-06-20', body: legalText([...generalArticles, ...paymentArticles, ...dutyArticles]) },
  { kind: 'privacy', since: '2021-06-20', body: legalText(privacyArticles) },
]

/** '2021년 6월 20일'. */
export const sinceText = (since: string): string => {
  const [year, month, day] = since.split('-').map(Number)
  return `${year}년 ${month}월 ${day}일`
}

/** What is to be announced today: the versions that don't hold yet and whose time of notice has begun. `now` in milliseconds. */
export const announcedTerms = <T extends Pick<TermsVersion, 'kind' | 'since'>>(
  now: number,
  versions: readonly T[],
): T[] => versions.filter((version) => termsState(version, now) === 'ANNOUNCED')

/** What everybody may read of one kind: what holds or held, and what is announced; the newest first. */
export function readableTerms(kind: TermsKind, written: readonly TermsVersion[], now: number): TermsVersion[] {
  const own = [...firstVersions, ...written].filter((version) => version.kind === kind)
  return own
    .filter((version) => termsState(version, now) !== 'PLANNED')
    .toSorted((a, b) => b.since.localeCompare(a.since))
}

/** The version of that day, else the one that holds today. `readable` is the newest first. */
export function shownTerms(readable: readonly TermsVersion[], asked: string, now: number): TermsVersion | undefined {
  const today = seoulDay(now)
  return readable.find(({ since }) => since === asked) ?? readable.find(({ since }) => since <= today)
}
