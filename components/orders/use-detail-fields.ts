'use client'

import { useEffect, useMemo, useState } from 'react'
import type { Product } from '../catalog/product.ts'

/** What the form uses of the module that is loaded for such a type. */
type Loaded = Pick<typeof import('./detail-fields.tsx'), 'DetailFields' | 'readTypedDetails'>

/**
 * Loads the form fields and the rules for the details of the chosen product's type, if it has any, when the first such
 * product is chosen. Until they are loaded the product can't be ordered. A failed load is tried again when another
 * product is chosen.
 */
export function useDetailFields(chosen: Product | undefined) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const type = chosen?.type
  useEffect(() => {
    if (type === undefined) return
    let left = false
    import('./detail-fields.tsx').then(
      ({ DetailFields, readTypedDetails }) => !left && setLoaded({ DetailFields, readTypedDetails }),
      () => {},
    )
    return () => {
      left = true
    }
  }, [type])
  const product = useMemo(
    () => (chosen && type && loaded ? { ...chosen, readDetails: loaded.readTypedDetails.bind(null, type) } : chosen),
    [chosen, type, loaded],
  )
  return { product, Fields: loaded?.DetailFields ?? null }
}
