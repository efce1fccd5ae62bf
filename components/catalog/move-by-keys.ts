import type { KeyboardEvent } from 'react'

const stepsByKey: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, ' ': 0 }

/**
 * Index of the item that a key moves to from item `at` of `count`: arrow keys to the next or previous one, around the
 * ends, Space to the same one; null for keys that move nothing.
 */
export function indexAfterKey(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = stepsByKey[key]
  return step === undefined ? null : (at + step + count) % count
}

/**
 * Key handler of a radio group or list box made of links or buttons: moves focus and selection together, as native ones
 * do.
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
