import type { Metadata } from 'next'
import { LegalArticles, LegalPage } from '#components/content/legal-text.tsx'
import { dutyArticles } from '#components/content/service-terms-duties.ts'
import { generalArticles } from '#components/content/service-terms-general.ts'
import { paymentArticles } from '#components/content/service-terms-payment.ts'
import { db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'

export const metadata: Metadata = { title: '이용약관' }

/** For everybody, signed in or not (spec 2). */
export default async function ServiceTermsPage() {
  const { FOOTER_COMPANY } = await settings(db())
  const articles = [...generalArticles(FOOTER_COMPANY), ...paymentArticles, ...dutyArticles]
  return (
    <LegalPage title="이용약관" since="2021년 6월 20일부터 시행">
      <LegalArticles articles={articles} />
      <section className="grid gap-2">
        <h2 className="text-l font-semibold">부칙</h2>
        <p>이 약관은 2021년 6월 20일부터 시행합니다.</p>
      </section>
    </LegalPage>
  )
}
