import { isPackage, type ServiceTypeName } from '#lib/catalog/service-types.ts'
import type { Db } from '#lib/core/db.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'

type Progress = { status: OrderStatus; remains: number | null }

type TypedOrder = { serviceType: ServiceTypeName }

/**
 * True if an update reports a part of a package. A package has the quantity 1, of which there is no part. What remains of
 * it is counted in the provider's units: it says nothing about the points to refund, so staff decide
 * (docs/contract.md#delivery).
 */
export const isPartOfPackage = ({ serviceType }: TypedOrder, { status, remains }: Progress): boolean =>
  isPackage(serviceType) && status === orderStatus.PARTIAL && remains !== 0

/** As `isPartOfPackage`, of a stored order. */
export async function isPartOfPackageOrder(db: Db, orderId: number, progress: Progress): Promise<boolean> {
  const [order] = await db.rows<TypedOrder>('SELECT service_type FROM orders WHERE id = $1', [orderId])
  return order !== undefined && isPartOfPackage(order, progress)
}
