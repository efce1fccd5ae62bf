import type { Metadata } from 'next'
import { ContactSection } from '#components/content/contact-section.tsx'
import { LegalArticles, LegalPage } from '#components/content/legal-text.tsx'
import { collectionArticles, rightsArticles } from '#components/content/privacy-policy.ts'
import { RetentionTable } from '#components/content/retention-table.tsx'
import { db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'

export const metadata: Metadata = { title: '개인정보처리방침' }

/** For everybody, signed in or not (spec 2). */
export default async function PrivacyPolicyPage() {
  const site = await settings(db())
  const before = collectionArticles(site.FOOTER_COMPANY)
  const after = before.length + 1
  return (
    <LegalPage title="개인정보처리방침" since="2021년 6월 20일 공고·시행">
      <LegalArticles articles={before} />
      <RetentionTable />
      <LegalArticles articles={rightsArticles} first={after} />
      <ContactSection settings={site} number={after + rightsArticles.length} />
    </LegalPage>
  )
}
