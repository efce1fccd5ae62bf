import type { Metadata } from 'next'
import { NotFoundCard } from '#components/chrome/not-found-card.tsx'

export const metadata: Metadata = { title: '페이지를 찾을 수 없어요' }

export default function NotFound() {
  return (
    <main id="main" className="grid min-h-dvh place-items-center p-4">
      <NotFoundCard />
    </main>
  )
}
