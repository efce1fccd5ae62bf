import type { Metadata } from 'next'
import { QnaList } from '#components/console/content/content-lists.tsx'
import { type ListUrl, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { PageTitle } from '#components/ui/page-title.tsx'
import { qnasForStaff } from '#lib/content/queries/lists-for-staff.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: 'FAQ' }

const qnasListUrl: ListUrl = { path: '/admin/qnas', statuses: [], defaultStatus: undefined }

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, qnasListUrl)
  const { rows, total } = await qnasForStaff(state)
  return (
    <>
      <PageTitle title="FAQ" hint="이 순서대로 보여요" />
      <QnaList rows={rows} total={total} state={state} mayAct={staff.role !== 'SUPPORT'} />
    </>
  )
}
