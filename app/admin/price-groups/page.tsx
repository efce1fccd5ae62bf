import type { Metadata } from 'next'
import { type ListUrl, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { PriceGroupList } from '#components/console/prices/group-list.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { memberCountsByGroup, priceGroupsForStaff } from '#lib/prices/queries/list-groups.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '가격 그룹' }

const groupsListUrl: ListUrl = { path: '/admin/price-groups', statuses: [], defaultStatus: undefined }

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, groupsListUrl)
  const [{ rows, total }, members] = await Promise.all([priceGroupsForStaff(state), memberCountsByGroup(db())])
  return (
    <>
      <PageTitle title="가격 그룹" hint="그룹의 회원은 정가보다 싸게 주문해요. 회원은 회원 화면에서 그룹에 넣어요" />
      <PriceGroupList
        rows={rows}
        total={total}
        members={members}
        now={clock.now().getTime()}
        state={state}
        mayAct={staff.role !== 'SUPPORT'}
        mayGoBelowCost={staff.role === 'OWNER'}
      />
    </>
  )
}
