'use client'

import { createContext, use } from 'react'
import { API_KEY_PLACEHOLDER, ORDER_ID_PLACEHOLDER } from '#lib/reseller/documentation/blocks.ts'
import { useTriedOrder } from './order-store.ts'

/**
 * The API key in the examples of a page. The example shows the text `shown`, which may be masked; the copy button
 * copies the text `copied` instead.
 */
export type ExampleApiKey = { readonly shown: string; readonly copied: string }

export const ExampleKeyContext = createContext<ExampleApiKey>({
  shown: API_KEY_PLACEHOLDER,
  copied: API_KEY_PLACEHOLDER,
})

/** The test key with which the try-it panel sends requests: the public key (`everybody`) or the member's own. */
export type TrialKey = { readonly key: string; readonly owner: 'everybody' | 'member' }

export const TrialKeyContext = createContext<TrialKey>({ key: '', owner: 'everybody' })

/**
 * A code sample as it is displayed (`shown`) and as it is copied. The placeholder for an API key (API_KEY_PLACEHOLDER)
 * is replaced by the key of the page or, with `test`, by the test key of the try-it panel. If the copied sample
 * contains the panel's test key, the placeholder for an order id (ORDER_ID_PLACEHOLDER) is replaced by the id of the
 * panel's last order: only that key can see the order.
 */
export function useCodeWithApiKey(code: string, test = false): { readonly shown: string; readonly copied: string } {
  const { key } = use(TrialKeyContext)
  const pageKeys = use(ExampleKeyContext)
  const { shown, copied } = test ? { shown: key, copied: key } : pageKeys
  const order = useTriedOrder(key)
  const codeWithOrder = order !== '' && copied === key ? code.replaceAll(ORDER_ID_PLACEHOLDER, order) : code
  return {
    shown: codeWithOrder.replaceAll(API_KEY_PLACEHOLDER, shown),
    copied: codeWithOrder.replaceAll(API_KEY_PLACEHOLDER, copied),
  }
}
