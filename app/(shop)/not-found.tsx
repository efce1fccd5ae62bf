import type { Metadata } from 'next'
import { NotFoundCard } from '#components/chrome/not-found-card.tsx'

export const metadata: Metadata = { title: '페이지를 찾을 수 없어요' }

/** Rendered within the shop's layout, which already has the `main` element. */
export default function ShopNotFound() {
  return (
    <div className="wide:py-16">
      <NotFoundCard />
    </div>
  )
}
