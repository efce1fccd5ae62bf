import { Star } from 'lucide'
import { favoriteTexts } from '#lib/favorites/labels.ts'
import { Icon } from '../ui/icon.tsx'

/** A filled star before the name of a favorite service in a list. */
export function FavoriteMark() {
  return (
    <>
      <Icon shape={Star} size={14} className="mr-1 -mt-0.5 inline fill-current text-warn" />
      <span className="sr-only">{favoriteTexts.star}: </span>
    </>
  )
}
