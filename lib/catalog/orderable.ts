/**
 * The rule by which a service can be ordered, for TypeScript and for SQL: the service isn't withdrawn, its platform is
 * visible, it isn't read-only (shown, but not to be ordered), and the setting ENABLE_SERVICE_CHECK is off.
 */

/**
 * True if a service of the catalogue can be ordered now. The catalogue contains no withdrawn services and no hidden
 * platforms, so only the rest of the rule is checked. `isOrderingPaused` is the setting ENABLE_SERVICE_CHECK.
 */
export const isOrderable = (service: { isReadOnly: boolean }, isOrderingPaused: boolean): boolean =>
  !service.isReadOnly && !isOrderingPaused

/** SQL condition: the service whose id is this SQL expression can be ordered now. */
export const isOrderableSql = (serviceIdSql: string): string => `EXISTS (
    SELECT FROM services s JOIN categories c ON c.id = s.category_id JOIN platforms p ON p.id = c.platform_id
    WHERE s.id = ${serviceIdSql} AND s.withdrawn_at IS NULL AND NOT s.is_read_only AND p.visible
  ) AND NOT EXISTS (SELECT FROM settings WHERE key = 'ENABLE_SERVICE_CHECK' AND value = 'true'::jsonb)`
