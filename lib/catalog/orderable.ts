/**
 * The rule that a service can be ordered now, for TypeScript and for SQL: it isn't withdrawn, its platform is visible,
 * it isn't read-only (shown, but not to be ordered), and the setting ENABLE_SERVICE_CHECK is off.
 */

/** The rule for a service of the catalogue, which has no withdrawn services and none of hidden platforms. */
export const isOrderable = (service: { isReadOnly: boolean }, isOrderingPaused: boolean): boolean =>
  !service.isReadOnly && !isOrderingPaused

/** The rule as an SQL condition, given an SQL expression for the id of a service. */
export const orderableSql = (serviceIdSql: string): string => `EXISTS (
    SELECT FROM services s JOIN categories c ON c.id = s.category_id JOIN platforms p ON p.id = c.platform_id
    WHERE s.id = ${serviceIdSql} AND s.withdrawn_at IS NULL AND NOT s.is_read_only AND p.visible
  ) AND NOT EXISTS (SELECT FROM settings WHERE key = 'ENABLE_SERVICE_CHECK' AND value = 'true'::jsonb)`
