import type { ParsedDetails, RawDetails } from '#lib/catalog/order-details.ts'
import type { Service } from '#lib/catalog/queries.ts'
import { displayName } from '#lib/catalog/rules.ts'
import {
  canHaveAutoOrders,
  hasQuantityField,
  isPackage,
  isSubscription,
  type ServiceTypeName,
} from '#lib/catalog/service-types.ts'
import type { UnitPrice } from '#lib/money/prices.ts'

/** A service as the order screen needs it in the browser. `name` is the display name. */
export interface Product {
  readonly id: number
  readonly name: string
  /** Description of the service. */
  readonly notice: string
  readonly unitPrice: UnitPrice
  /** The list price, if the viewer's own price is lower; absent otherwise. */
  readonly listPrice?: UnitPrice
  /** Smallest and largest quantity; per post if `quantityFrom` is POSTS. */
  readonly min: number
  readonly max: number
  readonly orderable: boolean
  /** Whether it can be ordered as an auto order. */
  readonly enableAuto: boolean
  /** Absent for the default type, which requires only link and quantity. */
  readonly type?: ServiceTypeName
  /**
   * Where the quantity comes from if the form has no field for it; absent if it has one. PACKAGE: the quantity is 1.
   * LINES: it is the number of lines of a detail. POSTS: it follows from the details of a subscription, whose form has
   * no field for a link either.
   */
  readonly quantityFrom?: 'PACKAGE' | 'LINES' | 'POSTS'
  /** Reads and checks the details that the type requires; absent until it is loaded (use-detail-fields.ts). */
  readonly readDetails?: (typed: RawDetails) => ParsedDetails
}

/**
 * `type` and `quantityFrom` of a product; both absent for the type Default. They are sent with each product, so that
 * the browser needn't load the declarations of the service types.
 */
function typeFields(type: ServiceTypeName): Pick<Product, 'type' | 'quantityFrom'> {
  if (type === 'Default') return {}
  if (hasQuantityField(type)) return { type }
  return { type, quantityFrom: isPackage(type) ? 'PACKAGE' : isSubscription(type) ? 'POSTS' : 'LINES' }
}

type ProductSettings = Parameters<typeof displayName>[1] & {
  /** Value of the setting ENABLE_SERVICE_CHECK: true during maintenance, when no product can be ordered. */
  readonly isOrderingPaused: boolean
}

export function toProduct(service: Service & { listPrice?: UnitPrice }, settings: ProductSettings): Product {
  const { id, notice, unitPrice, listPrice = unitPrice, min, max, type } = service
  const enableAuto = service.enableAuto && canHaveAutoOrders(type)
  const orderable = !service.isReadOnly && !settings.isOrderingPaused
  return {
    id,
    name: displayName(service, settings),
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
