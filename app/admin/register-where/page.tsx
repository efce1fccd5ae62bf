import type { Metadata } from 'next'
import { SignUpSourceList } from '#components/console/content/content-lists.tsx'
import { type ListUrl, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { PageTitle } from '#components/ui/page-title.tsx'
import { registerWheresForStaff } from '#lib/content/queries/lists-for-staff.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '가입경로' }

const registerWhereListUrl: ListUrl = { path: '/admin/register-where', statuses: [], defaultStatus: undefined }

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, registerWhereListUrl)
  const { rows, total } = await registerWheresForStaff(state)
  return (
    <>
      <PageTitle title="가입경로" hint="이 순서대로 보여요" />
      <SignUpSourceList rows={rows} total={total} state={state} mayAct={staff.role !== 'SUPPORT'} />
    </>
  )
}
