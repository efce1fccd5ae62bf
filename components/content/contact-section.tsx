import type { Settings } from '#lib/settings/schema.ts'

type Contact = Pick<Settings, 'FOOTER_COMPANY' | 'FOOTER_CEO' | 'FOOTER_CEO_PHONE_NUMBER' | 'FOOTER_ADDRESS'>

/** Whom to ask about one's own data: the last article, as far as staff have filled it in. */
export function ContactSection({ settings, number }: { readonly settings: Contact; readonly number: number }) {
  const facts = [
    ['회사', settings.FOOTER_COMPANY],
    ['책임자', settings.FOOTER_CEO],
    ['연락처', settings.FOOTER_CEO_PHONE_NUMBER],
    ['주소', settings.FOOTER_ADDRESS],
  ].filter(([, value]) => value)
  return (
    <section id={`article-${number}`} className="grid gap-2">
      <h2 className="text-l font-semibold">{`제${number}조 (개인정보 보호책임자)`}</h2>
      <p>개인정보에 관한 문의와 불만은 아래 책임자에게 알려 주세요. 지체 없이 답변해 드립니다.</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-ink-3">{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
