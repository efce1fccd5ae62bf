import type { Service } from '#lib/catalog/queries.ts'
import { displayName } from '#lib/catalog/rules.ts'
import type { UnitPrice } from '#lib/money/prices.ts'

/** A service as the order screen uses it in the browser; `name` is the display name. */
export interface Product {
  readonly id: number
  readonly name: string
  readonly notice: string
  readonly unitPrice: UnitPrice
  readonly min: number
  readonly max: number
  readonly orderable: boolean
  readonly enableAuto: boolean
}

type ProductSettings = Parameters<typeof displayName>[1] & {
  /** Value of the setting ENABLE_SERVICE_CHECK: true during maintenance, when no product can be ordered. */
  readonly serviceCheck: boolean
}

export function productOf(service: Service, shown: ProductSettings): Product {
  const { id, notice, unitPrice, min, max, enableAuto } = service
  const orderable = !service.isReadOnly && !shown.serviceCheck
  return { id, name: displayName(service, shown), notice, unitPrice, min, max, orderable, enableAuto }
}
