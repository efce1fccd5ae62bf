import { parseLegal } from '#lib/content/rules.ts'
import { seoulDay } from '../ui/seoul-time.ts'
import { ContactFacts, type LegalSettings } from './contact-facts.tsx'
import { LegalArticles, LegalPage } from './legal-text.tsx'
import { effectiveDateText, type TermsVersion, termsNames, termsVersionToShow } from './terms-versions.ts'

interface LegalDocumentProps {
  /** Versions of one kind of legal text, newest first. */
  readonly versions: readonly TermsVersion[]
  /** Effective date (YYYY-MM-DD) of the requested version; '' if no version was requested. */
  readonly requestedDate: string
  readonly settings: LegalSettings
  /** Current time in milliseconds. */
  readonly now: number
}

/** One version of a legal text, with the shop's name and the effective date inserted. */
export function LegalBody({ version, settings }: { readonly version: TermsVersion; readonly settings: LegalSettings }) {
  const { kind, since, body } = version
  const text = body.replaceAll('{회사}', settings.FOOTER_COMPANY).replaceAll('{시행일}', effectiveDateText(since))
  return (
    <>
      <LegalArticles articles={parseLegal(text)} contact={<ContactFacts settings={settings} />} />
      {kind === 'service' && (
        <section className="grid gap-2">
          <h2 className="text-l font-semibold">부칙</h2>
          <p>이 약관은 {effectiveDateText(since)}부터 시행합니다.</p>
        </section>
      )}
    </>
  )
}

/** The requested version of a legal text, or else the version in force, with links to the other versions. */
export function LegalDocument({ versions, requestedDate, settings, now }: LegalDocumentProps) {
  const shown = termsVersionToShow(versions, requestedDate, now)
  if (!shown) return null
  const name = termsNames[shown.kind]
  const ending = shown.kind === 'service' ? '부터 시행' : ' 공고·시행'
  return (
    <LegalPage
      title={name}
      since={`${effectiveDateText(shown.since)}${shown.since > seoulDay(now) ? '부터 시행 예정' : ending}`}
    >
      <LegalBody version={shown} settings={settings} />
      {versions.length > 1 && <OtherVersions versions={versions} shown={shown} now={now} />}
    </LegalPage>
  )
}

function OtherVersions({
  versions,
  shown,
  now,
}: Pick<LegalDocumentProps, 'versions' | 'now'> & { readonly shown: TermsVersion }) {
  return (
    <nav aria-label={`다른 ${termsNames[shown.kind]}`} className="grid gap-2 border-t border-line pt-4">
      <h2 className="text-l font-semibold">다른 날의 {termsNames[shown.kind]}</h2>
      <ul className="grid gap-1">
        {versions
          .filter((version) => version !== shown)
          .map(({ kind, since }) => (
            <li key={since}>
              <a href={`/terms/${kind}?since=${since}`} className="py-2 font-semibold text-main-text">
                {effectiveDateText(since)}
                {since > seoulDay(now) ? '부터 시행 예정' : '부터 시행'}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}
