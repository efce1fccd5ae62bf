import { isPackage, type ServiceTypeName } from '#lib/catalog/service-types.ts'
import type { Db } from '#lib/core/db.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'

type Progress = { status: OrderStatus; remains: number | null }

type TypedOrder = { serviceType: ServiceTypeName }

/**
 * True if an update reports that only a part of a package was delivered. A package has the quantity 1, but `remains` is
 * in units of the provider, so the refund can't be computed from it, and staff decide (docs/contract.md#delivery).
 */
export const isPartlyDeliveredPackage = ({ serviceType }: TypedOrder, { status, remains }: Progress): boolean =>
  isPackage(serviceType) && status === orderStatus.PARTIAL && remains !== 0

/**
 * True if an update on the order stored with this id reports that only a part of a package was delivered
 * (`isPartlyDeliveredPackage`).
 */
export async function isPartlyDeliveredPackageOrder(db: Db, orderId: number, progress: Progress): Promise<boolean> {
  const [order] = await db.rows<TypedOrder>('SELECT service_type FROM orders WHERE id = $1', [orderId])
  return order !== undefined && isPartlyDeliveredPackage(order, progress)
}
