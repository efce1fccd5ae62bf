import { effectiveDateText, findAnnouncedTerms, type TermsVersion, termsNames } from './terms-versions.ts'

interface TermsBannerProps {
  readonly versions: readonly TermsVersion[]
  /** Current time in milliseconds. */
  readonly now: number
}

/**
 * Banner that announces new versions of the legal texts before they are in force (docs/product.md#legal-facts). Renders
 * nothing without such a version.
 */
export function TermsBanner({ versions, now }: TermsBannerProps) {
  return findAnnouncedTerms(now, versions).map(({ kind, since }) => (
    <aside
      key={`${kind} ${since}`}
      aria-label={`${termsNames[kind]} 변경 안내`}
      className="rounded-tile bg-main-soft px-4 py-3 text-s text-ink-2"
    >
      {effectiveDateText(since)}부터 {termsNames[kind]}이 바뀌어요.{' '}
      <a href={`/terms/${kind}?since=${since}`} target="_blank" rel="noopener" className="font-semibold text-main-text">
        바뀌는 내용 보기
      </a>
    </aside>
  ))
}
