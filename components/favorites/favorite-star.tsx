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

export interface FavoriteStarProps {
  readonly serviceId: number
  /** Whether the service was among the member's favorites when the page was rendered. */
  readonly initial: boolean
}

/** Button that adds a service to the member's favorites, or removes it (docs/contract.md#favorites). */
export function FavoriteStar({ serviceId, initial }: FavoriteStarProps) {
  const router = useRouter()
  const { busy, call } = useCall()
  const [pendingValue, setPendingValue] = useState<boolean | null>(null)
  const isOn = pendingValue ?? initial
  async function change() {
    if (busy) return
    setPendingValue(!isOn)
    const answer = await call('PUT', '/service/favorites', { serviceId, on: !isOn })
    if (answer?.ok) return router.refresh()
    setPendingValue(isOn)
    if (answer) toast(answer.message || favoriteTexts.failed, { tone: 'bad' })
  }
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => void change()}
      className={cx(chipClass, chipOffClass, 'aria-pressed:text-ink')}
    >
      <Icon shape={Star} size={16} className={isOn ? 'fill-current text-warn' : undefined} />
      {favoriteTexts.star}
    </button>
  )
}
