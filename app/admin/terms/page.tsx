import type { Metadata } from 'next'
import { TermsList } from '#components/console/content/terms-list.tsx'
import { type ListUrl, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { findReadableTerms, termsVersionToShow } from '#components/content/terms-versions.ts'
import { PageTitle } from '#components/ui/page-title.tsx'
import { termsForStaff } from '#lib/content/queries/lists-for-staff.ts'
import { termsTexts } from '#lib/content/queries.ts'
import type { TermsKind } from '#lib/content/rules.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '약관' }

const termsListUrl: ListUrl = { path: '/admin/terms', statuses: [], defaultStatus: undefined }

export default async function TermsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, termsListUrl)
  const now = clock.now().getTime()
  const [{ rows }, texts, site] = await Promise.all([termsForStaff(state), termsTexts(), settings(db())])
  const { FOOTER_COMPANY, FOOTER_CEO, FOOTER_CEO_PHONE_NUMBER, FOOTER_ADDRESS } = site
  const bodyOf = (kind: TermsKind) => termsVersionToShow(findReadableTerms(kind, texts, now), '', now)?.body ?? ''
  return (
    <>
      <PageTitle title="약관" hint="이용약관은 30일 전, 개인정보 처리방침은 7일 전부터 상점 위에 알려요" />
      <TermsList
        rows={rows}
        bodies={{ service: bodyOf('service'), privacy: bodyOf('privacy') }}
        settings={{ FOOTER_COMPANY, FOOTER_CEO, FOOTER_CEO_PHONE_NUMBER, FOOTER_ADDRESS }}
        now={now}
        state={state}
        mayAct={staff.role !== 'SUPPORT'}
      />
    </>
  )
}
