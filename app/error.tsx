'use client'

import { useRouter } from 'next/navigation'
import { startTransition } from 'react'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { MessageCard } from '#components/ui/message-card.tsx'

export default function ScreenError({ reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const router = useRouter()
  // `refresh` loads the page from the server again. `reset` alone would only render the failed response once more.
  const retry = () =>
    startTransition(() => {
      router.refresh()
      reset()
    })
  return (
    <MessageCard
      title="화면을 불러오지 못했어요"
      text="잠시 후 다시 시도해 주세요. 주문이나 충전을 하던 중이었다면, 다시 하기 전에 내역에서 접수됐는지 확인해 주세요."
    >
      <Button tone="main" onClick={retry}>
        다시 시도
      </Button>
      {/* A plain link, which loads the whole page, so that no React state of the failed page remains. */}
      <a href="/order" className={buttonClass()}>
        주문하기로 가기
      </a>
    </MessageCard>
  )
}
