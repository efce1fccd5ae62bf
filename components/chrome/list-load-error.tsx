'use client'

import { useRouter } from 'next/navigation'
import { startTransition } from 'react'
import { Button } from '../ui/button.tsx'
import { MessageCard } from '../ui/message-card.tsx'

/**
 * Message in place of a list that could not be loaded, such as the order history or a page of the console
 * (docs/contract.md#wire). Its button reloads the data and calls `reset`, which makes Next.js render the failed part
 * again.
 */
export function ListLoadError({ reset }: { readonly reset: () => void }) {
  const router = useRouter()
  const retry = () =>
    startTransition(() => {
      router.refresh()
      reset()
    })
  return (
    <MessageCard
      title="내역을 불러오지 못했습니다."
      text="포인트와 주문에는 영향이 없어요. 잠시 후 다시 시도해 주세요."
    >
      <Button tone="main" onClick={retry}>
        다시 불러오기
      </Button>
    </MessageCard>
  )
}
