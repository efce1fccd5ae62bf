'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type ReactNode, useOptimistic, useTransition } from 'react'
import { moveByKeys } from './move-by-keys.ts'

interface ChoiceLink {
  readonly id: number
  readonly href: string
  readonly content: ReactNode
}

/**
 * Links that act as a radio group whose value is in the URL. A pressed link is shown as chosen at once, before the
 * server responds.
 */
export function ChoiceLinks({
  label,
  chosen,
  choices,
  className,
  itemClassName,
}: {
  readonly label: string
  /** Id of the choice that the URL selects. */
  readonly chosen: number | undefined
  readonly choices: readonly ChoiceLink[]
  readonly className: string
  readonly itemClassName: string
}) {
  const router = useRouter()
  const [pending, start] = useTransition()
  const [shownId, setShown] = useOptimistic(chosen)
  const choose = ({ id, href }: ChoiceLink, byMouse: boolean) =>
    start(() => {
      setShown(id)
      // Arrow keys pass many choices on the way, so only a mouse click adds an entry to the browser history.
      router[byMouse ? 'push' : 'replace'](href, { scroll: false })
    })
  return (
    <div
      role="radiogroup"
      aria-label={label}
      data-pending={pending || undefined}
      className={className}
      onKeyDown={moveByKeys}
    >
      {choices.map((choice, index) => (
        <Link
          key={choice.id}
          role="radio"
          href={choice.href}
          prefetch={false}
          scroll={false}
          aria-checked={choice.id === shownId}
          tabIndex={choice.id === shownId || (shownId === undefined && index === 0) ? 0 : -1}
          className={itemClassName}
          onNavigate={(event) => event.preventDefault()}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
            choose(choice, event.detail > 0)
          }}
        >
          {choice.content}
        </Link>
      ))}
    </div>
  )
}
