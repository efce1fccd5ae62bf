'use client'

import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import type { Product } from '../catalog/product.ts'
import { productHref } from '../catalog/product-list.tsx'
import { hrefOf } from '../ui/href.ts'

/**
 * Functions that select a product, category or platform by changing the URL. A product of the current list is selected
 * at once (`pick`). Any other selection takes effect when the server has rendered the new list.
 */
export function useProductChoice(products: readonly Product[], pick: (id: number) => void) {
  const router = useRouter()
  const [pending, start] = useTransition()
  const navigate = (href: string) => start(() => router.push(href, { scroll: false }))
  return {
    pending,
    chooseProduct: (id: number) => {
      if (!products.some((product) => product.id === id)) return navigate(productHref(id))
      pick(id)
      window.history.replaceState(null, '', productHref(id))
    },
    chooseCategory: (id: number) => navigate(hrefOf('/order', { category: id })),
    choosePlatform: (id: number) => navigate(hrefOf('/order', { platform: id })),
  }
}
