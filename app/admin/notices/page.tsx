import type { Metadata } from 'next'
import { NoticeList } from '#components/console/content/content-lists.tsx'
import { type ListUrl, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { PageTitle } from '#components/ui/page-title.tsx'
import { noticesForStaff } from '#lib/content/queries/lists-for-staff.ts'
import { clock } from '#lib/core/clock.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '공지' }

const noticesListUrl: ListUrl = { path: '/admin/notices', statuses: [], defaultStatus: undefined }

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, noticesListUrl)
  const { rows, total } = await noticesForStaff(state)
  return (
    <>
      <PageTitle title="공지" hint="주문 화면 위에, 고정한 것부터 이 순서대로 보여요" />
      <NoticeList
        rows={rows}
        total={total}
        now={clock.now().getTime()}
        state={state}
        mayAct={staff.role !== 'SUPPORT'}
      />
    </>
  )
}
