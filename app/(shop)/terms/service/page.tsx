import type { Metadata } from 'next'
import { LegalDocument } from '#components/content/legal-document.tsx'
import { findReadableTerms } from '#components/content/terms-versions.ts'
import { termsTexts } from '#lib/content/queries.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'

export const metadata: Metadata = { title: '이용약관' }

/** Public page: anybody may see it, signed in or not (docs/product.md#routes). */
export default async function ServiceTermsPage({ searchParams }: PageProps<'/terms/service'>) {
  const now = clock.now().getTime()
  const [site, texts, { since }] = await Promise.all([settings(db()), termsTexts(), searchParams])
  const versions = findReadableTerms('service', texts, now)
  return <LegalDocument versions={versions} requestedDate={String(since ?? '')} settings={site} now={now} />
}
