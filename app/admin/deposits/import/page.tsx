import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { DepositImport } from '#components/console/deposits/deposit-import.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { db } from '#lib/core/db.ts'
import { columnMapsForStaff } from '#lib/deposits/bank-files/queries.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '입금 가져오기' }

export default async function ImportDepositsPage() {
  const staff = await allowStaff()
  if (staff.role === 'SUPPORT') redirect('/admin/deposits')
  const back = (
    <ButtonLink size="s" href="/admin/deposits">
      입금 목록
    </ButtonLink>
  )
  return (
    <>
      <PageTitle title="입금 가져오기" hint="인터넷뱅킹의 거래내역을 붙여 넣거나 파일로 올려 주세요." actions={back} />
      <DepositImport maps={await columnMapsForStaff(db(), staff.memberId)} />
    </>
  )
}
