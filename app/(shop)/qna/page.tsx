import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Accordion } from '#components/ui/accordion.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { qnas } from '#lib/content/queries.ts'
import { db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'
import { allow } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '자주 묻는 질문' }

export default async function QnaPage() {
  await allow('member', 'guest')
  const { ENABLE_QNA } = await settings(db())
  if (!ENABLE_QNA) redirect('/order')
  const items = (await qnas()).map(({ id, title, answer }) => ({ id, title, body: answer }))
  return (
    <div className="mx-auto grid w-full max-w-text grid-cols-1 gap-4">
      <PageTitle title="자주 묻는 질문" />
      {items.length > 0 ? (
        <Accordion name="qna" items={items} />
      ) : (
        <div className="rounded-card bg-card">
          <EmptyState
            title="아직 등록된 질문이 없어요"
            hint="궁금한 점은 1:1 문의로 남겨 주세요."
            action={<ButtonLink href="/questions">1:1 문의</ButtonLink>}
          />
        </div>
      )}
    </div>
  )
}
