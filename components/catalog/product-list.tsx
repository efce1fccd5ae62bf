'use client'

import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { formatCount } from '#lib/money/points.ts'
import { notOrderableMessage, packageLabels } from '#lib/orders/labels.ts'
import { FavoriteMark } from '../favorites/favorite-mark.tsx'
import { moveByKeys } from './move-by-keys.ts'
import type { Product } from './product.ts'
import { ViewerPrice } from './viewer-price.tsx'

export const productHref = (id: number) => `/order?service=${id}`

interface ProductListProps {
  readonly products: readonly Product[]
  /** Ids of the member's favorite services; undefined if no member is signed in. */
  readonly favorites: readonly number[] | undefined
  /** Id of the selected product; undefined if none is selected. The Tab key then focuses the first product. */
  readonly chosen: number | undefined
  readonly onChoose: (id: number) => void
}

/** List box of the products of one category. All products are loaded with the page, so a selection needs no request. */
export function ProductList({ products, favorites, chosen, onChoose }: ProductListProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => scrollToProduct(box.current, chosen), [chosen])
  return (
    <div
      ref={box}
      role="listbox"
      aria-label="상품"
      tabIndex={-1}
      onKeyDown={moveByKeys}
      className="relative max-h-[min(17.875rem,80dvh)] overflow-y-auto overscroll-contain rounded-tile border border-line"
    >
      {products.map((product) => (
        <ProductRow
          key={product.id}
          product={product}
          favorite={favorites?.includes(product.id)}
          chosen={product.id === chosen}
          takesFocus={product.id === (chosen ?? products[0]?.id)}
          onChoose={onChoose}
        />
      ))}
    </div>
  )
}

/** Scrolls the list, but not the page, to the selected product; a link or the search may have selected it. */
function scrollToProduct(box: HTMLElement | null, id: number | undefined) {
  const row = box?.querySelector<HTMLElement>(`[data-product="${id}"]`)
  if (!box || !row) return
  const isBelow = row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight
  if (isBelow || row.offsetTop < box.scrollTop) box.scrollTop = row.offsetTop
}

function ProductRow({
  product,
  favorite,
  chosen,
  takesFocus,
  onChoose,
}: {
  readonly product: Product
  readonly favorite: boolean | undefined
  readonly chosen: boolean
  /** Whether the Tab key leads to this row. */
  readonly takesFocus: boolean
} & Pick<ProductListProps, 'onChoose'>) {
  const { id, name, unitPrice, listPrice, min, max, orderable, enableAuto, quantityFrom } = product
  const isPackage = quantityFrom === 'PACKAGE'
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onChoose(id)
  }
  const limits = `${quantityFrom === 'POSTS' ? '게시물당 ' : ''}최소 ${formatCount(min)} · 최대 ${formatCount(max)}${enableAuto ? ' · 자동주문 가능' : ''}`
  return (
    <a
      href={productHref(id)}
      role="option"
      data-product={id}
      aria-selected={chosen}
      tabIndex={takesFocus ? 0 : -1}
      onClick={choose}
      className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 border-line px-3.5 py-2.5 no-underline -outline-offset-3 not-first:border-t not-aria-selected:hover:bg-sunken aria-selected:bg-main-soft aria-selected:[--ink-3:var(--ink-2)] aria-selected:shadow-[inset_3px_0_var(--main)] ${orderable ? 'text-ink' : 'text-ink-3'}`}
    >
      <span className="font-semibold">
        {favorite && <FavoriteMark />}
        {name}
      </span>
      <span className="text-right whitespace-nowrap tabular-nums">
        <span className="text-s text-ink-3">{isPackage ? packageLabels.per : '1개당'} </span>
        <ViewerPrice unitPrice={unitPrice} listPrice={listPrice} />
      </span>
      <span className="col-span-2 text-s text-ink-3">
        {orderable ? (isPackage ? packageLabels.kind : limits) : notOrderableMessage}
      </span>
    </a>
  )
}
