import type { Metadata } from 'next'
import { GuideForm } from '#components/console/content/guide-form.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { guideForStaff } from '#lib/content/queries.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '가이드 그림' }

export default async function GuidePage() {
  const staff = await allowStaff()
  const current = await guideForStaff()
  return (
    <>
      <PageTitle title="가이드 그림" hint="링크입력 가이드에 보이는 그림" />
      <GuideForm current={current} mayAct={staff.role !== 'SUPPORT'} />
    </>
  )
}
