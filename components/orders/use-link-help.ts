'use client'

import { useState } from 'react'
import { type IdAndName, type LinkContext, linkInPastedText } from './link-advice.ts'
import type { useProductChoice } from './use-choice.ts'

interface PlatformSwitch {
  readonly to: IdAndName
  readonly link: string
  readonly from: number | undefined
}

/**
 * Replaces a pasted text by the link in it and switches the form to the platform of the link; `moved` contains the
 * function that returns to the previous product.
 */
export function useLinkHelp(
  context: LinkContext,
  choice: ReturnType<typeof useProductChoice>,
  { chosen, link, onLink }: { chosen: number | undefined; link: string; onLink: (link: string) => void },
) {
  const [move, setMove] = useState<PlatformSwitch | null>(null)
  const back = () => {
    if (move?.from !== undefined) choice.chooseProduct(move.from)
    setMove(null)
  }
  const moved = move && move.link === link && move.to.id === context.platform?.id ? { to: move.to, back } : null
  const onPaste = (text: string): boolean => {
    const pasted = linkInPastedText(text, context)
    if (!pasted) return false
    onLink(pasted.link)
    if (pasted.platform) {
      setMove({ to: pasted.platform, link: pasted.link, from: chosen })
      choice.choosePlatform(pasted.platform.id)
    }
    return true
  }
  return { context, moved, onPaste, onPlatform: choice.choosePlatform, onCategory: choice.chooseCategory }
}
