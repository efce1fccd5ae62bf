import type { RawDetails, ReadDetails } from '#lib/catalog/order-details.ts'
import type { Service } from '#lib/catalog/queries.ts'
import { displayName } from '#lib/catalog/rules.ts'
import {
  allowsAuto,
  asksQuantity,
  isPackage,
  isSubscription,
  type ServiceTypeName,
} from '#lib/catalog/service-types.ts'
import type { UnitPrice } from '#lib/money/prices.ts'

/** A service as the order screen uses it in the browser; `name` is the display name. */
export interface Product {
  readonly id: number
  readonly name: string
  readonly notice: string
  readonly unitPrice: UnitPrice
  /** The list price, if the viewer's own price is lower; absent otherwise. */
  readonly listPrice?: UnitPrice
  readonly min: number
  readonly max: number
  readonly orderable: boolean
  readonly enableAuto: boolean
  /** Absent for the default type, which asks only for link and quantity. */
  readonly type?: ServiceTypeName
  /**
   * Where the quantity comes from, if the order form doesn't ask for it (lib/catalog/service-types.ts). For POSTS the
   * form doesn't ask for a link either.
   */
  readonly quantity?: 'PACKAGE' | 'LINES' | 'POSTS'
  /** Reads and checks the details that the type asks for; absent until it is loaded (use-detail-fields.ts). */
  readonly readDetails?: (typed: RawDetails) => ReadDetails
}

/**
 * The type of a product and where its quantity comes from; nothing for the type Default. The list states them because
 * the browser isn't sent the declarations of the types.
 */
function typeFields(type: ServiceTypeName): Pick<Product, 'type' | 'quantity'> {
  if (type === 'Default') return {}
  if (asksQuantity(type)) return { type }
  return { type, quantity: isPackage(type) ? 'PACKAGE' : isSubscription(type) ? 'POSTS' : 'LINES' }
}

type ProductSettings = Parameters<typeof displayName>[1] & {
  /** Value of the setting ENABLE_SERVICE_CHECK: true during maintenance, when no product can be ordered. */
  readonly isOrderingPaused: boolean
}

export function productOf(service: Service & { listPrice?: UnitPrice }, shown: ProductSettings): Product {
  const { id, notice, unitPrice, listPrice = unitPrice, min, max, type } = service
  const enableAuto = service.enableAuto && allowsAuto(type)
  const orderable = !service.isReadOnly && !shown.isOrderingPaused
  return {
    id,
    name: displayName(service, shown),
    notice,
    unitPrice,
    ...(listPrice > unitPrice && { listPrice }),
    min,
    max,
    orderable,
    enableAuto,
    ...typeFields(type),
  }
}
