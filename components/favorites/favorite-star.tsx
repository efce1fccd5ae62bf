'use client'

import { Star } from 'lucide'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { favoriteTexts } from '#lib/favorites/labels.ts'
import { useCall } from '../chrome/use-call.ts'
import { chipClass, chipOffClass } from '../ui/choice.tsx'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast-store.ts'

interface FavoriteStarProps {
  readonly serviceId: number
  /** Whether the service was among the member's favorites when the page was rendered. */
  readonly initial: boolean
}

/** Button that adds a service to the member's favorites and removes it (docs/contract.md#favorites). */
export function FavoriteStar({ serviceId, initial }: FavoriteStarProps) {
  const router = useRouter()
  const { busy, call } = useCall()
  const [pressed, setPressed] = useState<boolean | null>(null)
  const on = pressed ?? initial
  async function change() {
    if (busy) return
    setPressed(!on)
    const answer = await call('PUT', '/service/favorites', { serviceId, on: !on })
    if (answer?.ok) return router.refresh()
    setPressed(on)
    if (answer) toast(answer.message || favoriteTexts.failed, { tone: 'bad' })
  }
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={() => void change()}
      className={cx(chipClass, chipOffClass, 'aria-pressed:text-ink')}
    >
      <Icon shape={Star} size={16} className={on ? 'fill-current text-warn' : undefined} />
      {favoriteTexts.star}
    </button>
  )
}
