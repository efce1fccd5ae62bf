import { NotFoundCard } from '#components/chrome/not-found-card.tsx'

/** Inside the shop's chrome, which has its `main` already. */
export default function ShopNotFound() {
  return (
    <div className="wide:py-16">
      <NotFoundCard />
    </div>
  )
}
