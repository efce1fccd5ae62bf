'use client'

import { useState } from 'react'
import { findLinkInPastedText, type IdAndName, type LinkContext } from './link-advice.ts'
import type { useProductChoice } from './use-product-choice.ts'

/** A switch of the form to another platform, caused by a pasted link. */
interface PlatformSwitch {
  readonly to: IdAndName
  /** The pasted link. */
  readonly link: string
  /** Id of the product that was selected before; undefined if no product was selected. */
  readonly from: number | undefined
}

/**
 * Replaces a pasted text by the link in it, and switches the form to the link's platform. `moved` contains a function
 * that returns to the previous product.
 */
export function useLinkHelp(
  context: LinkContext,
  choice: ReturnType<typeof useProductChoice>,
  { chosen, link, onLink }: { chosen: number | undefined; link: string; onLink: (link: string) => void },
) {
  const [platformSwitch, setPlatformSwitch] = useState<PlatformSwitch | null>(null)
  const back = () => {
    if (platformSwitch?.from !== undefined) choice.chooseProduct(platformSwitch.from)
    setPlatformSwitch(null)
  }
  const moved =
    platformSwitch && platformSwitch.link === link && platformSwitch.to.id === context.platform?.id
      ? { to: platformSwitch.to, back }
      : null
  const onPaste = (text: string): boolean => {
    const pasted = findLinkInPastedText(text, context)
    if (!pasted) return false
    onLink(pasted.link)
    if (pasted.platform) {
      setPlatformSwitch({ to: pasted.platform, link: pasted.link, from: chosen })
      choice.choosePlatform(pasted.platform.id)
    }
    return true
  }
  return { context, moved, onPaste, onChoosePlatform: choice.choosePlatform, onChooseCategory: choice.chooseCategory }
}
