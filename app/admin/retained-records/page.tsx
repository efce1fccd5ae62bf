import type { Metadata } from 'next'
import type { SearchParams } from '#components/console/list-state.ts'
import { RetainedRecordReader } from '#components/console/retained-records/retained-record-reader.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '보관 기록' }

const recordsHint = '탈퇴한 회원의 결제·주문 기록을 법이 정한 5년 동안 따로 보관해요'

export default async function RetainedRecordsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const { memberNo } = await searchParams
  return (
    <>
      <PageTitle title="보관 기록" hint={recordsHint} />
      {staff.role === 'OWNER' ? (
        <RetainedRecordReader memberNo={typeof memberNo === 'string' && /^\d{1,9}$/.test(memberNo) ? memberNo : ''} />
      ) : (
        <EmptyState title="대표만 볼 수 있어요." hint="탈퇴한 회원의 기록이 필요하면 대표에게 요청해 주세요." />
      )}
    </>
  )
}
