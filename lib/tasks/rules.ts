import type { TaskAction } from './labels.ts'

const keys: Readonly<Record<string, readonly TaskAction[]>> = {
  DELIVERY_UNKNOWN: ['sent', 'not-sent', 'done'],
  DELIVERY_REFUSED: ['retry', 'cancel', 'done'],
  PROVIDER_DOWN: ['retry', 'done'],
  PROVIDER_FUNDS: ['retry', 'done'],
}

/** What settles a task: a late update only where the order's state still has a way for it. */
export function actionsOf(kind: string, detail: Readonly<Record<string, unknown>>): readonly TaskAction[] {
  if (kind === 'DELIVERY_LATE') return detail.applicable === true ? ['apply', 'done'] : ['done']
  return keys[kind] ?? ['done']
}

/** An order of these kinds must not be forgotten while it is open: only its end, or another key, settles them. */
export const needsEnd = (kind: string): boolean => kind === 'DELIVERY_UNKNOWN'
