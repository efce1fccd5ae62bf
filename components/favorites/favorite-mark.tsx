import { Star } from 'lucide-react'
import { favoriteTexts } from '#lib/favorites/labels.ts'

/** A filled star before the name of a favorite service in a list. */
export function FavoriteMark() {
  return (
    <>
      <Star size={14} aria-hidden="true" className="mr-1 -mt-0.5 inline fill-current text-warn" />
      <span className="sr-only">{favoriteTexts.star}: </span>
    </>
  )
}
