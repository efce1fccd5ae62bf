/**
 * The rule that a service can be ordered now, for TypeScript and for SQL: it is in the catalogue (listed, its platform
 * visible, not withdrawn), isn't read-only, and no service check is on.
 */

/** The rule for a service of the cached catalogue, which contains no withdrawn and no hidden services. */
export const isOrderable = (service: { isReadOnly: boolean }, isOrderingPaused: boolean): boolean =>
  !service.isReadOnly && !isOrderingPaused

/** The rule as an SQL condition, given an SQL expression for the id of a service. */
export const orderableSql = (serviceId: string): string => `EXISTS (
    SELECT FROM services s JOIN categories c ON c.id = s.category_id JOIN platforms p ON p.id = c.platform_id
    WHERE s.id = ${serviceId} AND s.withdrawn_at IS NULL AND NOT s.is_read_only AND p.visible
  ) AND NOT EXISTS (SELECT FROM settings WHERE key = 'ENABLE_SERVICE_CHECK' AND value = 'true'::jsonb)`
