'use client'

import type { Platform } from '#lib/catalog/queries.ts'
import { ChoiceLinks } from './choice-links.tsx'

/**
 * Number of platforms with a drawn icon: ids 1 to 15 are in public/platforms.svg (docs/contract.md#catalogue). Any
 * other platform shows the first letter of its name.
 */
const DRAWN_PLATFORM_COUNT = 15

/** A platform and the colour of its icon (`iconColourOn`). */
export type ShownPlatform = Platform & { readonly iconColour: string }

/**
 * Platform choices, four per row at every width (docs/product.md#order-screen). In narrow tiles the name is below the
 * icon. With very large text there are two per row: a name of five syllables would no longer fit a quarter of the row
 * and would break inside a word.
 */
export function PlatformTiles({
  platforms,
  chosen,
}: {
  readonly platforms: readonly ShownPlatform[]
  /** Id of the chosen platform. */
  readonly chosen: number | undefined
}) {
  const choices = platforms.map((platform) => ({
    id: platform.id,
    href: `/order?platform=${platform.id}`,
    content: (
      <>
        <PlatformIcon platform={platform} />
        <span className="max-w-full min-w-0 text-balance [word-break:normal]">{platform.text}</span>
      </>
    ),
  }))
  return (
    <div className="@container">
      <ChoiceLinks
        label="플랫폼"
        chosen={chosen}
        choices={choices}
        className="grid grid-cols-4 gap-2 @max-[17.5rem]:grid-cols-2"
        itemClassName="flex flex-col items-center gap-1.5 rounded-tile border-[1.5px] border-transparent bg-card px-0.5 py-3 text-center text-s font-semibold text-ink no-underline transition-colors duration-150 not-aria-checked:hover:border-line aria-checked:border-main aria-checked:bg-main-soft @min-[620px]:flex-row @min-[620px]:gap-2.5 @min-[620px]:px-3 @min-[620px]:py-2.5 @min-[620px]:text-left @min-[620px]:text-m"
      />
    </div>
  )
}

function PlatformIcon({ platform: { id, text, backgroundColor, iconColour } }: { readonly platform: ShownPlatform }) {
  return (
    <span
      aria-hidden="true"
      style={{ background: backgroundColor, color: iconColour }}
      className="grid size-8 shrink-0 place-items-center rounded-[8px] font-extrabold @min-[620px]:size-7 dark:ring-1 dark:ring-line"
    >
      {id <= DRAWN_PLATFORM_COUNT ? (
        <svg className="size-[18px]" aria-hidden="true">
          <use href={`/platforms.svg#p${id}`} />
        </svg>
      ) : (
        text.slice(0, 1)
      )}
    </span>
  )
}
