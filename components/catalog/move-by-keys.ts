import type { KeyboardEvent } from 'react'

const stepsByKey: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, ' ': 0 }

/**
 * Index of the item to which a key moves from item `at` of `count`. Arrow keys move to the next or previous item and
 * wrap around; Home and End move to the first and last item; Space stays. Null for any other key, and if there are no
 * items.
 */
export function indexAfterKey(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = stepsByKey[key]
  return step === undefined ? null : (at + step + count) % count
}

/**
 * Key handler for a radio group or list box made of links or buttons. Moves focus and selection together, as native
 * radio buttons do.
 */
export function moveByKeys(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio], [role=option]')]
  const at = items.findIndex((item) => item.contains(event.target as Node))
  const target = at < 0 ? null : indexAfterKey(event.key, at, items.length)
  if (target === null) return
  event.preventDefault()
  items[target]?.focus()
  items[target]?.click()
}
