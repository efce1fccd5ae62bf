'use client'

import { createContext, use } from 'react'
import { KEY_MARK, ORDER_MARK } from '#lib/reseller/documentation/blocks.ts'
import { useTriedOrder } from './order-store.ts'

/** The API key in the examples of a page: `shown` may be masked, `copied` is what the copy button puts in its place. */
export type ExampleKeys = { readonly shown: string; readonly copied: string }

export const ExampleKeyContext = createContext<ExampleKeys>({ shown: KEY_MARK, copied: KEY_MARK })

/** The test key that the try-it panel sends, and whether it is the public one or the member's own. */
export type TryKey = { readonly key: string; readonly owner: 'everybody' | 'member' }

export const TryKeyContext = createContext<TryKey>({ key: '', owner: 'everybody' })

/**
 * Replaces KEY_MARK in a code sample by the page's key; with `test`, always by a test key. Beside the test key of the
 * try-it panel, ORDER_MARK becomes the number of the last order that the panel placed: another key doesn't see it.
 */
export function useKeyedCode(code: string, test = false): ExampleKeys {
  const { key } = use(TryKeyContext)
  const own = use(ExampleKeyContext)
  const { shown, copied } = test ? { shown: key, copied: key } : own
  const order = useTriedOrder(key)
  const numbered = order !== '' && copied === key ? code.replaceAll(ORDER_MARK, order) : code
  return { shown: numbered.replaceAll(KEY_MARK, shown), copied: numbered.replaceAll(KEY_MARK, copied) }
}
