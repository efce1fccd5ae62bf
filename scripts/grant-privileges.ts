import pg from 'pg'
import type { Database, Db } from '#lib/core/db.ts'
import { fixedColumns, ownerFunctions, tablePrivilegesOf } from './privileges.ts'

const { escapeIdentifier } = pg

/** A table or view, its columns, and the privileges (`rights`) that the runtime role has on it at present. */
type GrantedTable = { name: string; columns: string[]; rights: string[] }

/**
 * Every table and view of schema public with the privileges that were granted to the role, such as `SELECT` or
 * `UPDATE (point)`.
 */
const grantedQuery = `
  WITH runtime AS (SELECT oid FROM pg_roles WHERE rolname = $1)
  SELECT c.relname::text AS name,
    ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) AS columns,
    ARRAY(
      SELECT a.privilege_type FROM aclexplode(c.relacl) a JOIN runtime ON a.grantee = runtime.oid
      UNION ALL
      SELECT a.privilege_type || ' (' || quote_ident(t.attname) || ')'
      FROM pg_attribute t, aclexplode(t.attacl) a JOIN runtime ON a.grantee = runtime.oid WHERE t.attrelid = c.oid
    ) AS rights
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
  ORDER BY c.relname`

/** Privileges that the role must have on a table. */
function requiredPrivileges(table: string, columns: readonly string[]): string[] {
  const [rights, fixed] = [tablePrivilegesOf(table), fixedColumns[table]]
  if (!fixed) return rights
  const updatable = columns.filter((column) => !fixed.includes(column))
  return [
    ...rights.filter((right) => right !== 'UPDATE'),
    ...updatable.map((column) => `UPDATE (${escapeIdentifier(column)})`),
  ]
}

const haveSameRights = (a: readonly string[], b: readonly string[]): boolean => {
  const plain = (rights: readonly string[]) =>
    rights
      .map((right) => right.replaceAll('"', ''))
      .toSorted()
      .join()
  return plain(a) === plain(b)
}

async function grantTables(tx: Db, role: string): Promise<void> {
  for (const { name, columns, rights } of await tx.rows<GrantedTable>(grantedQuery, [role])) {
    const required = requiredPrivileges(name, columns)
    if (haveSameRights(required, rights)) continue
    const table = `public.${escapeIdentifier(name)}`
    // This also revokes privileges on columns.
    await tx.rows(`REVOKE ALL ON ${table} FROM ${escapeIdentifier(role)}`)
    await tx.rows(`GRANT ${required.join(', ')} ON ${table} TO ${escapeIdentifier(role)}`)
  }
}

/**
 * Grants access to graphile-worker's tables. Switches off their row level security: it has no policy for the runtime
 * role, so it would hide all jobs from that role.
 */
async function grantQueue(tx: Db, role: string): Promise<void> {
  const tablesWithRowSecurity = await tx.rows<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'graphile_worker'::regnamespace AND relrowsecurity`,
  )
  for (const { name } of tablesWithRowSecurity)
    await tx.rows(`ALTER TABLE graphile_worker.${escapeIdentifier(name)} DISABLE ROW LEVEL SECURITY`)
  await tx.rows(
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA graphile_worker TO ${escapeIdentifier(role)}`,
  )
  await tx.rows(`REVOKE INSERT, UPDATE, DELETE ON graphile_worker.migrations FROM ${escapeIdentifier(role)}`)
  await tx.rows(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA graphile_worker TO ${escapeIdentifier(role)}`)
}

/**
 * Gives the runtime role exactly the privileges in privileges.ts, in one transaction. Must be called by the owner of
 * the tables after every migration, so that new tables are included.
 */
export function grantPrivileges(owner: Database, role: string): Promise<void> {
  const grantee = escapeIdentifier(role)
  return owner.transaction(async (tx) => {
    const [{ name } = { name: '' }] = await tx.rows<{ name: string }>('SELECT current_database()::text AS name')
    // If another role owns the database, as on a shared server, this statement only causes a warning.
    await tx.rows(`REVOKE CREATE, TEMPORARY ON DATABASE ${escapeIdentifier(name)} FROM PUBLIC, ${grantee}`)
    await tx.rows(`REVOKE CREATE ON SCHEMA public, graphile_worker FROM PUBLIC, ${grantee}`)
    await tx.rows(`GRANT USAGE ON SCHEMA public, graphile_worker TO ${grantee}`)
    await grantTables(tx, role)
    await tx.rows(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${grantee}`)
    for (const signature of ownerFunctions) await tx.rows(`GRANT EXECUTE ON FUNCTION ${signature} TO ${grantee}`)
    await grantQueue(tx, role)
  })
}
