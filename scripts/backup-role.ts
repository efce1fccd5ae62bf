import pg from 'pg'
import type { Database } from '#lib/core/db.ts'
import { parseLogin, parseRole } from './runtime-role.ts'
import { computeScramVerifier } from './scram-verifier.ts'

const { escapeIdentifier, escapeLiteral } = pg

/**
 * Attributes of the role that makes backups. The role reads the whole server by the replication protocol and by SQL,
 * and writes only the table `backup_states`. Only the backup process may know its password, which gives access to every
 * row.
 */
const roleAttributes = 'LOGIN REPLICATION NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS'

const createBackupRoleSql = (role: string): string =>
  `CREATE ROLE ${escapeIdentifier(role)} ${roleAttributes} PASSWORD '<the password in BACKUP_DATABASE_URL>';`

async function isUsable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('SELECT rolreplication FROM pg_roles WHERE rolname = current_user')
    return rows[0].rolreplication
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Makes sure that the role in BACKUP_DATABASE_URL exists and can make backups. Call it after the migrations.
 * @throws Error with the SQL that the owner isn't allowed to run
 */
export async function ensureBackupRole(owner: Database, url: string): Promise<void> {
  const role = parseRole(url)
  if (!(await isUsable(url))) {
    const [existing] = await owner.rows('SELECT FROM pg_roles WHERE rolname = $1', [role])
    const password = escapeLiteral(computeScramVerifier(parseLogin(url).password))
    try {
      await owner.rows(
        `${existing ? 'ALTER' : 'CREATE'} ROLE ${escapeIdentifier(role)} ${roleAttributes} PASSWORD ${password}`,
      )
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error
      throw new Error(
        `The role '${role}' of BACKUP_DATABASE_URL can't make backups, and the owner may not make it. Run as one who may, then migrate again:\n  ${createBackupRoleSql(role)}`,
      )
    }
  }
  const grantee = escapeIdentifier(role)
  await owner.rows(`GRANT USAGE ON SCHEMA public, graphile_worker TO ${grantee}`)
  await owner.rows(`GRANT SELECT ON ALL TABLES IN SCHEMA public, graphile_worker TO ${grantee}`)
  await owner.rows(`GRANT SELECT ON ALL SEQUENCES IN SCHEMA public, graphile_worker TO ${grantee}`)
  await owner.rows(`GRANT INSERT, UPDATE ON backup_states TO ${grantee}`)
}
