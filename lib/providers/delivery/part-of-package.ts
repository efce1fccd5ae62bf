import { isPackage, type ServiceTypeName } from '#lib/catalog/service-types.ts'
import type { Db } from '#lib/core/db.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'

type Progress = { status: OrderStatus; remains: number | null }

type TypedOrder = { serviceType: ServiceTypeName }

/**
 * True if an update reports that a part of a package was delivered. A package has the quantity 1, so the provider
 * counts the part in units of its own, which say nothing about the points to refund: staff decide
 * (docs/contract.md#delivery).
 */
export const isPartOfPackage = ({ serviceType }: TypedOrder, { status, remains }: Progress): boolean =>
  isPackage(serviceType) && status === orderStatus.PARTIAL && remains !== 0

/** Like `isPartOfPackage`, for a stored order. */
export async function isPartOfPackageOrder(db: Db, orderId: number, progress: Progress): Promise<boolean> {
  const [order] = await db.rows<TypedOrder>('SELECT service_type FROM orders WHERE id = $1', [orderId])
  return order !== undefined && isPartOfPackage(order, progress)
}
