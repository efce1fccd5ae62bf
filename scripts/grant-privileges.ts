import pg from 'pg'
import type { Database, Db } from '#lib/core/db.ts'
import { ownerFunctions, rightsOf } from './privileges.ts'

const { escapeIdentifier } = pg

type Granted = { name: string; rights: string[] }

/** Every table and view of schema public with what the role itself was granted on it. */
const granted = `
  SELECT c.relname::text AS name, array_remove(array_agg(a.privilege_type ORDER BY a.privilege_type), NULL) AS rights
  FROM pg_class c
    LEFT JOIN LATERAL aclexplode(c.relacl) a ON a.grantee = (SELECT oid FROM pg_roles WHERE rolname = $1)
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
  GROUP BY c.relname ORDER BY c.relname`

async function grantTables(tx: Db, role: string): Promise<void> {
  for (const { name, rights } of await tx.rows<Granted>(granted, [role])) {
    const wanted = rightsOf(name)
    if (wanted.toSorted().join() === rights.join()) continue
    const table = `public.${escapeIdentifier(name)}`
    await tx.rows(`REVOKE ALL ON ${table} FROM ${escapeIdentifier(role)}`)
    await tx.rows(`GRANT ${wanted.join(', ')} ON ${table} TO ${escapeIdentifier(role)}`)
  }
}

/** graphile-worker's own: its queue is worked by whoever works for the shop, so its row security would only shut it. */
async function grantQueue(tx: Db, role: string): Promise<void> {
  const closed = await tx.rows<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'graphile_worker'::regnamespace AND relrowsecurity`,
  )
  for (const { name } of closed)
    await tx.rows(`ALTER TABLE graphile_worker.${escapeIdentifier(name)} DISABLE ROW LEVEL SECURITY`)
  await tx.rows(
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA graphile_worker TO ${escapeIdentifier(role)}`,
  )
  await tx.rows(`REVOKE INSERT, UPDATE, DELETE ON graphile_worker.migrations FROM ${escapeIdentifier(role)}`)
  await tx.rows(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA graphile_worker TO ${escapeIdentifier(role)}`)
}

/**
 * Gives the runtime role what privileges.ts lists and takes away the rest, in one transaction; as the owner of the
 * database's tables. Run after every migration, it also covers the tables that a migration added.
 */
export function grantPrivileges(owner: Database, role: string): Promise<void> {
  const to = escapeIdentifier(role)
  return owner.transaction(async (tx) => {
    const [{ name } = { name: '' }] = await tx.rows<{ name: string }>('SELECT current_database()::text AS name')
    // Owned by others, as on a server that several share, a database keeps what they granted: a warning, no error.
    await tx.rows(`REVOKE CREATE, TEMPORARY ON DATABASE ${escapeIdentifier(name)} FROM PUBLIC, ${to}`)
    await tx.rows(`REVOKE CREATE ON SCHEMA public, graphile_worker FROM PUBLIC, ${to}`)
    await tx.rows(`GRANT USAGE ON SCHEMA public, graphile_worker TO ${to}`)
    await grantTables(tx, role)
    await tx.rows(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${to}`)
    for (const signature of ownerFunctions) await tx.rows(`GRANT EXECUTE ON FUNCTION ${signature} TO ${to}`)
    await grantQueue(tx, role)
  })
}
