'use client'

import { useEffect, useMemo, useState } from 'react'
import type { Product } from '../catalog/product.ts'

type Loaded = typeof import('./detail-fields.tsx')

/**
 * The fields of the chosen product's type, and the product with their rules. Both are loaded when a product first needs
 * them; until then the product can't be ordered. A load that failed is tried again with the next product.
 */
export function useDetailFields(chosen: Product | undefined) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const type = chosen?.type
  useEffect(() => {
    if (type === undefined) return
    let left = false
    import('./detail-fields.tsx').then(
      (found) => !left && setLoaded(found),
      () => {},
    )
    return () => {
      left = true
    }
  }, [type])
  const product = useMemo(
    () => (chosen && type && loaded ? { ...chosen, readDetails: loaded.readTyped.bind(null, type) } : chosen),
    [chosen, type, loaded],
  )
  return { product, Fields: loaded?.DetailFields ?? null }
}
