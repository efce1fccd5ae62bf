import type { Metadata } from 'next'
import { LinkGuide } from '#components/catalog/link-guide.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { guidePictures } from '#lib/content/queries.ts'
import { allow } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '링크입력 가이드' }

export default async function GuidePage() {
  await allow('member', 'guest')
  const pictures = await guidePictures()
  return (
    <div className="mx-auto grid w-full max-w-text grid-cols-1 gap-4">
      <PageTitle
        title="링크입력 가이드"
        actions={
          <ButtonLink href="/order" tone="main" size="s">
            주문하기
          </ButtonLink>
        }
      />
      <LinkGuide {...pictures} />
    </div>
  )
}
