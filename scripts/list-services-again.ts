import type { Db } from '#lib/core/db.ts'

/**
 * Makes GET /services with any earlier `since` list all services (docs/contract.md#changes-of-the-list). Programs of
 * resellers have the changes that were made after the restored moment, with cursors of that time; without this call
 * they would keep prices that the restored shop doesn't have.
 */
export const listServicesAgain = (db: Db): Promise<unknown> =>
  db.rows('SELECT note_service_changes(ARRAY(SELECT id FROM services))')
