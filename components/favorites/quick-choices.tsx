import { ChevronDown, History, Star } from 'lucide'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { favoriteTexts } from '#lib/favorites/labels.ts'
import { notOrderableMessage } from '#lib/orders/labels.ts'
import type { Product } from '../catalog/product.ts'
import { ViewerPrice } from '../catalog/viewer-price.tsx'
import { Icon } from '../ui/icon.tsx'

export interface QuickChoice {
  readonly product: Product
  /** Names of the platform and category. */
  readonly platform: string
  readonly category: string
}

interface QuickChoicesProps {
  readonly favorites: readonly QuickChoice[]
  readonly recent: readonly QuickChoice[]
}

/**
 * The member's favorites, and the services that he ordered last. Each list is in a `details` element, which opens
 * without scripts. Renders nothing if both lists are empty.
 */
export function QuickChoices({ favorites, recent }: QuickChoicesProps) {
  if (favorites.length + recent.length === 0) return null
  return (
    <section
      aria-label={favoriteTexts.quickChoices}
      className="grid grid-cols-[repeat(auto-fit,minmax(8.75rem,1fr))] items-start gap-2 max-wide:has-[[open]]:grid-cols-1"
    >
      <Choices
        icon={<Icon shape={Star} size={18} className="fill-current text-warn" />}
        label={favoriteTexts.favorites}
        choices={favorites}
      />
      <Choices
        icon={<Icon shape={History} size={18} className="text-ink-3" />}
        label={favoriteTexts.recent}
        choices={recent}
      />
    </section>
  )
}

function Choices({
  icon,
  label,
  choices,
}: {
  readonly icon: ReactNode
  readonly label: string
  readonly choices: readonly QuickChoice[]
}) {
  if (choices.length === 0) return null
  return (
    <details name="quick-choices" className="group/choices min-w-0 overflow-hidden rounded-card bg-card">
      <summary className="flex min-h-12 list-none items-center gap-2 px-4 py-2.5 font-semibold whitespace-nowrap max-wide:gap-1.5 max-wide:px-3 -outline-offset-3 hover:bg-sunken [&::-webkit-details-marker]:hidden">
        {icon}
        <span>{label}</span>
        <span className="text-s text-ink-3 tabular-nums">{choices.length}</span>
        <Icon
          shape={ChevronDown}
          size={18}
          className="ml-auto text-ink-3 transition-transform duration-150 group-open/choices:rotate-180"
        />
      </summary>
      <ul className="relative max-h-[min(17.875rem,60dvh)] overflow-y-auto overscroll-contain border-t border-line">
        {choices.map((choice) => (
          <li key={choice.product.id} className="border-line not-first:border-t">
            <ChoiceRow {...choice} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A service as a link that selects it and scrolls to the order form's field for the link. */
function ChoiceRow({ product, platform, category }: QuickChoice) {
  const { id, name, unitPrice, listPrice, orderable } = product
  return (
    <Link
      href={`/order?service=${id}#order-link`}
      prefetch={false}
      className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 px-4 py-2.5 no-underline -outline-offset-3 hover:bg-sunken ${orderable ? 'text-ink' : 'text-ink-3'}`}
    >
      <span className="font-semibold">{name}</span>
      <span className="text-right whitespace-nowrap tabular-nums">
        <ViewerPrice unitPrice={unitPrice} listPrice={listPrice} />
      </span>
      <span className="col-span-2 text-s text-ink-3">
        {platform} · {category}
        {!orderable && ` · ${notOrderableMessage}`}
      </span>
    </Link>
  )
}
