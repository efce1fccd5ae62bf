import type { Metadata } from 'next'
import { PopupList } from '#components/console/content/content-lists.tsx'
import { type ListUrl, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { PageTitle } from '#components/ui/page-title.tsx'
import { popupsForStaff } from '#lib/content/queries/lists-for-staff.ts'
import { clock } from '#lib/core/clock.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '팝업' }

const popupsListUrl: ListUrl = { path: '/admin/popups', statuses: [], defaultStatus: undefined }

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, popupsListUrl)
  const { rows, total } = await popupsForStaff(state)
  return (
    <>
      <PageTitle title="팝업" hint="켠 팝업만, 정한 기간에 이 순서대로 떠요" />
      <PopupList
        rows={rows}
        total={total}
        now={clock.now().getTime()}
        state={state}
        mayAct={staff.role !== 'SUPPORT'}
      />
    </>
  )
}
