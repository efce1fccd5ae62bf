'use client'

import { type MouseEvent, useEffect, useRef } from 'react'
import { notOrderable } from '#lib/orders/labels.ts'
import { formatCount } from '#lib/money/points.ts'
import { formatUnitPrice } from '#lib/money/prices.ts'
import { cx } from '../ui/class-names.ts'
import { moveByKeys } from './move-by-keys.ts'
import type { Product } from './product.ts'

export const productHref = (id: number) => `/order?service=${id}`

interface ProductListProps {
  readonly products: readonly Product[]
  readonly chosen: number
  readonly onChoose: (id: number) => void
}

/** The products of one list: all of them are here already, so choosing asks the server nothing. */
export function ProductList({ products, chosen, onChoose }: ProductListProps) {
  const box = useRef<HTMLDivElement>(null)
  const first = products[0]?.id
  // Another list, or a link to a product far down: the chosen row is in sight without moving the page.
  // biome-ignore lint: see below
  useEffect(() => showChosen(box.current), [first])
  return (
    <div
      ref={box}
      role="listbox"
      aria-label="상품"
      tabIndex={-1}
      onKeyDown={moveByKeys}
      className="relative max-h-[286px] overflow-y-auto overscroll-contain rounded-tile border border-line"
    >
      {products.map((product) => (
        <ProductRow key={product.id} product={product} chosen={product.id === chosen} onChoose={onChoose} />
      ))}
    </div>
  )
}

function showChosen(box: HTMLElement | null) {
  const row = box?.querySelector<HTMLElement>('[aria-selected=true]')
  if (box && row) box.scrollTop = row.offsetTop + row.offsetHeight > box.clientHeight ? row.offsetTop : 0
}
