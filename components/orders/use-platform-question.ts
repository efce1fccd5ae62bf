import { useState } from 'react'
import { findBetterPlatform, type IdAndName, type LinkContext } from './link-advice.ts'

/**
 * State of the dialog that asks whether to order although the link belongs to another platform than the product. The
 * dialog isn't opened twice in a row for the same link and platform. The server doesn't refuse an order for a link of
 * another platform (docs/contract.md#links).
 */
export function usePlatformQuestion(context: LinkContext) {
  const [platform, setPlatform] = useState<IdAndName | null>(null)
  const [askedPair, setAskedPair] = useState('')
  return {
    /** The platform that the link belongs to, while the question is open; otherwise null. */
    platform,
    /** Call this before ordering. True means that the dialog has opened, and the order must wait for the answer. */
    ask: (link: string): boolean => {
      const otherPlatform = findBetterPlatform(link, context)
      const pair = `${context.platform?.id} ${link.trim()}`
      if (!otherPlatform || pair === askedPair) return false
      setAskedPair(pair)
      setPlatform(otherPlatform)
      return true
    },
    close: () => setPlatform(null),
  }
}
