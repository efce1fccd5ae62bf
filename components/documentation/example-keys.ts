'use client'

import { createContext, use } from 'react'
import { KEY_MARK } from '#lib/reseller/documentation/blocks.ts'

/** The API key in the examples of a page: as it is shown, and as it is copied. */
export type ExampleKeys = { readonly shown: string; readonly copied: string }

export const ExampleKeyContext = createContext<ExampleKeys>({ shown: KEY_MARK, copied: KEY_MARK })

/** The test key with which the try-it panel sends, and whose it is. */
export type TryKey = { readonly key: string; readonly owner: 'everybody' | 'member' }

export const TryKeyContext = createContext<TryKey>({ key: '', owner: 'everybody' })

/** A code sample with the key of the page in it; with `test`, always a test key. */
export function useKeyedCode(code: string, test = false): ExampleKeys {
  const { key } = use(TryKeyContext)
  const own = use(ExampleKeyContext)
  const { shown, copied } = test ? { shown: key, copied: key } : own
  return { shown: code.replaceAll(KEY_MARK, shown), copied: code.replaceAll(KEY_MARK, copied) }
}
