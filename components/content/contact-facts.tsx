import type { Settings } from '#lib/settings/schema.ts'

/** The shop's settings that are inserted into the legal texts. */
export type LegalSettings = Pick<
  Settings,
  'FOOTER_COMPANY' | 'FOOTER_CEO' | 'FOOTER_CEO_PHONE_NUMBER' | 'FOOTER_ADDRESS'
>

/** The shop's contact for questions about personal data. Skips details that staff have left empty. */
export function ContactFacts({ settings }: { readonly settings: LegalSettings }) {
  const facts = [
    ['회사', settings.FOOTER_COMPANY],
    ['책임자', settings.FOOTER_CEO],
    ['연락처', settings.FOOTER_CEO_PHONE_NUMBER],
    ['주소', settings.FOOTER_ADDRESS],
  ].filter(([, value]) => value)
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-ink-3">{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
