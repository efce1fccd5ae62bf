'use client'

import { createContext, type ReactNode, use, useState } from 'react'
import { orderActionLabels, pickedOrdersText, pickOrderLabel, repeatOrdersTexts } from '#lib/orders/labels.ts'
import { MAX_REPEATED_ORDERS } from '#lib/orders/rules.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { cx } from '../ui/class-names.ts'
import { hrefOf } from '../ui/href.ts'

interface Picks {
  /** Ids of the picked orders. */
  readonly ids: ReadonlySet<number>
  readonly toggle: (id: number) => void
}

const PicksContext = createContext<Picks>({ ids: new Set(), toggle: () => undefined })

/**
 * The order history, below a bar with a link to the bulk order screen with the picked orders filled in. Picked orders
 * stay picked while the member views other pages or filters of the history. The bar is hidden if no order is listed or
 * picked.
 */
export function PickableOrders({ isEmpty, children }: { readonly isEmpty: boolean; readonly children: ReactNode }) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number) =>
    setIds((previousIds) =>
      previousIds.has(id) ? new Set([...previousIds].filter((each) => each !== id)) : new Set([...previousIds, id]),
    )
  return (
    <PicksContext value={{ ids, toggle }}>
      <section
        aria-label={repeatOrdersTexts.name}
        hidden={isEmpty && ids.size === 0}
        data-top-bar={ids.size > 0 || undefined}
        className={cx(
          'flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-card px-4 py-2 wide:px-5',
          ids.size > 0 && 'sticky top-[68px] z-20 cramped:static shadow-float',
        )}
      >
        <p role="status" className={ids.size > 0 ? 'font-semibold tabular-nums' : 'text-s text-ink-3'}>
          {ids.size > 0 ? pickedOrdersText(ids.size) : repeatOrdersTexts.hint}
        </p>
        {ids.size > 0 && (
          <span className="ml-auto flex gap-2">
            <Button size="s" onClick={() => setIds(new Set())}>
              {repeatOrdersTexts.clear}
            </Button>
            <ButtonLink
              size="s"
              tone="main"
              href={hrefOf('/bulk-order', { orders: [...ids].toSorted((a, b) => a - b).join(',') })}
            >
              {orderActionLabels.again}
            </ButtonLink>
          </span>
        )}
      </section>
      {children}
    </PicksContext>
  )
}

/**
 * Checkbox that picks an order for repeating it together with others. Its label enlarges the area that can be pressed.
 * `autoComplete` is off, because Firefox would otherwise tick the checkbox again after a reload, although the order
 * isn't picked.
 */
export function PickOrderCheckbox({ id }: { readonly id: number }) {
  const { ids, toggle } = use(PicksContext)
  const isPicked = ids.has(id)
  return (
    <label className="relative -my-2.5 -ml-2.5 inline-grid size-9 place-items-center align-middle">
      <input
        type="checkbox"
        aria-label={pickOrderLabel(id)}
        autoComplete="off"
        className="size-[18px] accent-main"
        checked={isPicked}
        disabled={!isPicked && ids.size >= MAX_REPEATED_ORDERS}
        onChange={() => toggle(id)}
      />
    </label>
  )
}
