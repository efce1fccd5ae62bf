import type { Metadata } from 'next'
import { type ListUrl, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { ListFooter } from '#components/console/list-tools.tsx'
import { PromotionList } from '#components/console/promotions/promotion-list.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { waitingApprovalsOf } from '#lib/approvals/decisions/queries.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { promotionTexts } from '#lib/promotions/labels.ts'
import { promotionsForStaff } from '#lib/promotions/queries.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: promotionTexts.page }

const promotionsListUrl: ListUrl = { path: '/admin/promotions', statuses: [], defaultStatus: undefined }
const PAGE_SIZE = 50

export default async function PromotionsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, promotionsListUrl)
  const list = await promotionsForStaff(db(), { cursor: state.cursor, size: PAGE_SIZE })
  const ids = list.rows.map(({ id }) => id)
  return (
    <>
      <PageTitle title={promotionTexts.page} hint={promotionTexts.hint} />
      <PromotionList
        key={state.cursor}
        rows={list.rows}
        approvals={await waitingApprovalsOf(db(), 'promotion', ids, staff)}
        now={clock.now().getTime()}
        listUrl={promotionsListUrl}
        state={state}
        mayAct={staff.role !== 'SUPPORT'}
      />
      <ListFooter
        listUrl={promotionsListUrl}
        state={state}
        shown={list.rows.length}
        total={list.total}
        nextCursor={list.nextCursor}
      />
    </>
  )
}
