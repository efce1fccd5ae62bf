import pg from 'pg'
import { type Database, oneRow } from '#lib/core/db.ts'

const { escapeIdentifier } = pg

/**
 * SQL for the other roles that own objects of the shop in this database, and the runtime role if it owns the database
 * itself.
 */
const otherOwners = `
  SELECT r.rolname::text AS name, EXISTS (
    SELECT FROM pg_shdepend s WHERE s.refobjid = r.oid AND s.refclassid = 'pg_authid'::regclass AND s.deptype = 'o' AND s.dbid = 0
      AND NOT (s.classid = 'pg_database'::regclass AND s.objid = (SELECT oid FROM pg_database WHERE datname = current_database()))
  ) AS owns_elsewhere
  FROM pg_roles r WHERE r.rolname <> current_user AND (
    EXISTS (
      SELECT FROM pg_class c WHERE c.relowner = r.oid AND c.relkind IN ('r', 'S', 'v')
        AND c.relnamespace::regnamespace::text IN ('public', 'graphile_worker')
    ) OR r.rolname = $1 AND EXISTS (SELECT FROM pg_database d WHERE d.datname = current_database() AND d.datdba = r.oid))`

/**
 * Makes the role of MIGRATE_DATABASE_URL the owner of a shop that was migrated as another role, usually as that of web
 * and worker. The other role then owns nothing in this database.
 * @throws Error with the SQL that a superuser must run, if the role may not run it itself
 */
export async function takeOwnership(owner: Database, runtimeRole: string): Promise<void> {
  const { name: ownerRole } = await oneRow<{ name: string }>(owner, 'SELECT current_user::text AS name')
  for (const { name, ownsElsewhere } of await owner.rows<{ name: string; ownsElsewhere: boolean }>(otherOwners, [
    runtimeRole,
  ])) {
    const sql = `REASSIGN OWNED BY ${escapeIdentifier(name)} TO ${escapeIdentifier(ownerRole)};`
    const advice =
      `The shop's tables belong to '${name}'. Either name '${name}' in MIGRATE_DATABASE_URL and another role in DATABASE_URL, ` +
      `or hand them over to '${ownerRole}' as a superuser in this database, then migrate again:\n  ${sql}`
    if (ownsElsewhere) throw new Error(`${advice}\nThat hands over the other databases that '${name}' owns, too.`)
    try {
      await owner.rows(sql)
    } catch (error) {
      if (error instanceof pg.DatabaseError) throw new Error(`${advice}\n(${error.message})`)
      throw error
    }
  }
}
