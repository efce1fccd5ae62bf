'use client'

import { ThemeFallback } from '#components/chrome/theme-fallback.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { MessageCard } from '#components/ui/message-card.tsx'
import './globals.css'

/** Replaces the whole page if even the root layout can't be rendered, for example without the database. */
export default function GlobalError({ reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="ko">
      <body>
        <ThemeFallback />
        <title>잠시 후 다시 시도해 주세요</title>
        <main className="grid min-h-dvh place-items-center p-4">
          <MessageCard
            title="지금은 상점을 열 수 없어요"
            text="잠시 후 다시 시도해 주세요. 주문이나 충전을 하던 중이었다면, 다시 하기 전에 내역에서 접수됐는지 확인해 주세요."
          >
            <button type="button" onClick={reset} className={buttonClass({ tone: 'main' })}>
              다시 시도
            </button>
          </MessageCard>
        </main>
      </body>
    </html>
  )
}
