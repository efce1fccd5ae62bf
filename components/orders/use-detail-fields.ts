'use client'

import { useEffect, useMemo, useState } from 'react'
import type { Product } from '../catalog/product.ts'

/** The exports of detail-fields.tsx that the form uses. The module is loaded only for types that require details. */
type Loaded = Pick<typeof import('./detail-fields.tsx'), 'DetailFields' | 'readTypedDetails'>

/**
 * Loads the fields and rules for the details of the selected product's type when the first product with details is
 * selected. Until they are loaded the product can't be ordered. A failed load is tried again when a product of another
 * type is selected.
 */
export function useDetailFields(chosen: Product | undefined) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const type = chosen?.type
  useEffect(() => {
    if (type === undefined) return
    let isStale = false
    import('./detail-fields.tsx').then(
      ({ DetailFields, readTypedDetails }) => !isStale && setLoaded({ DetailFields, readTypedDetails }),
      () => {},
    )
    return () => {
      isStale = true
    }
  }, [type])
  const product = useMemo(
    () => (chosen && type && loaded ? { ...chosen, readDetails: loaded.readTypedDetails.bind(null, type) } : chosen),
    [chosen, type, loaded],
  )
  return { product, Fields: loaded?.DetailFields ?? null }
}
