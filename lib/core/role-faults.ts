import type { Db } from './db.ts'

/**
 * Predefined roles of PostgreSQL that give no access to the shop's data. Ownership of the database is checked
 * separately.
 */
const harmlessRoles = [
  'pg_database_owner',
  'pg_monitor',
  'pg_read_all_settings',
  'pg_read_all_stats',
  'pg_stat_scan_tables',
  'pg_use_reserved_connections',
]

const OWNER_FAULT = 'owns the tables or the database, or belongs to their owner'
const MAY_CREATE_FAULT = 'may create objects in schema public (REVOKE CREATE ON SCHEMA public FROM PUBLIC)'

/** Faults of the runtime role that the migrate command corrects by itself, after it has checked the role. */
export const faultsCorrectedByMigrate: readonly string[] = [OWNER_FAULT, MAY_CREATE_FAULT]

/**
 * Selects the faults of role $1 (null: the role of the connection). $2: `harmlessRoles`; $3 and $4: the texts
 * OWNER_FAULT and MAY_CREATE_FAULT.
 */
const faultsOfRole = `
  SELECT array_remove(ARRAY[
    CASE WHEN r.rolsuper THEN 'is a superuser' END,
    CASE WHEN r.rolcreaterole THEN 'may create roles' END,
    CASE WHEN r.rolcreatedb THEN 'may create databases' END,
    CASE WHEN r.rolreplication THEN 'may replicate the server' END,
    CASE WHEN r.rolbypassrls THEN 'bypasses row security' END,
    CASE WHEN NOT r.rolsuper AND EXISTS (
      SELECT FROM pg_class c WHERE c.relnamespace::regnamespace::text IN ('public', 'graphile_worker')
        AND pg_has_role(r.oid, c.relowner, 'MEMBER')
      UNION ALL
      SELECT FROM pg_database d WHERE d.datname = current_database() AND pg_has_role(r.oid, d.datdba, 'MEMBER')
    ) THEN $3::text END,
    CASE WHEN NOT r.rolsuper AND has_schema_privilege(r.oid, 'public', 'CREATE') THEN $4::text END,
    CASE WHEN NOT r.rolsuper AND EXISTS (
      SELECT FROM pg_roles g WHERE g.oid <> r.oid AND pg_has_role(r.oid, g.oid, 'MEMBER')
        AND (g.rolsuper OR g.rolcreaterole OR g.rolcreatedb OR g.rolreplication OR g.rolbypassrls
          OR g.rolname LIKE 'pg\\_%' AND g.rolname <> ALL ($2::text[]))
    ) THEN 'belongs to a role with rights of its own' END
  ], NULL) AS faults
  FROM pg_roles r WHERE r.rolname = coalesce($1::text, current_user)`

/**
 * Finds privileges of a database role that web and worker never need: with any of them, somebody who controls their
 * connection could disable the triggers that protect the ledger. Returns an empty list for a correct runtime role, and
 * for a role that doesn't exist. Checks the role of the connection by default.
 */
export async function findRoleFaults(db: Db, role: string | null = null): Promise<string[]> {
  const [row] = await db.rows<{ faults: string[] }>(faultsOfRole, [role, harmlessRoles, OWNER_FAULT, MAY_CREATE_FAULT])
  return row?.faults ?? []
}
