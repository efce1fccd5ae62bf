import type { Metadata } from 'next'
import { ButtonLink } from '#components/ui/button.tsx'
import { MessageCard } from '#components/ui/message-card.tsx'

export const metadata: Metadata = { title: '페이지를 찾을 수 없습니다' }

export default function NotFound() {
  return (
    <main id="main" className="grid min-h-dvh place-items-center p-4">
      <MessageCard
        title="페이지를 찾을 수 없습니다"
        text="주소가 바뀌었거나 없어진 페이지예요. 주소를 다시 확인해 주세요."
      >
        <ButtonLink href="/order" tone="main">
          주문하기로 가기
        </ButtonLink>
      </MessageCard>
    </main>
  )
}
