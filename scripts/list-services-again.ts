import type { Db } from '#lib/core/db.ts'

/**
 * Makes GET /services with any earlier `since` list all services (docs/contract.md#changes-of-the-list). Programs of
 * resellers have read changes that were made after the moment to which the shop was restored, and send cursors from
 * after that moment; without this call they would keep prices that the restored shop doesn't have.
 */
export const listServicesAgain = (db: Db): Promise<unknown> =>
  db.rows('SELECT note_service_changes(ARRAY(SELECT id FROM services))')
