import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, oneRow, openDatabase } from '#lib/core/db.ts'
import { faultsCorrectedByMigrate, findRoleFaults } from '#lib/core/role-faults.ts'
import { runtimeSessionSettings } from './privileges.ts'
import { computeScramVerifier } from './scram-verifier.ts'

/** Attributes of the runtime role, as which web and worker connect. */
const roleAttributes = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS'

const { escapeIdentifier, escapeLiteral } = pg

/**
 * Role and password in a connection string, as node-pg reads them for a login: a % that doesn't begin the escape of a
 * character is kept.
 */
export function parseLogin(url: string): { role: string; password: string } {
  const { user = '', password } = new pg.Client({ connectionString: url })
  return { role: user, password: String(password ?? '') }
}

/** Name of the role in a connection string. */
export const parseRole = (url: string): string => parseLogin(url).role

const isPermissionError = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '42501'

/** SQL with which an administrator creates the role if the owner of the tables isn't allowed to. */
export const createRuntimeRoleSql = (role: string): string =>
  `CREATE ROLE ${escapeIdentifier(role)} ${roleAttributes} PASSWORD '<the password in DATABASE_URL>';`

/** True if PostgreSQL accepts the role and password in this connection string. */
async function canLogIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function setUpLogin(owner: Database, url: string): Promise<void> {
  const { role, password } = parseLogin(url)
  const [existing] = await owner.rows('SELECT FROM pg_roles WHERE rolname = $1', [role])
  const verb = existing ? 'ALTER' : 'CREATE'
  const secret = escapeLiteral(computeScramVerifier(password))
  try {
    await owner.rows(`${verb} ROLE ${escapeIdentifier(role)} ${roleAttributes} PASSWORD ${secret}`)
  } catch (error) {
    // Another process that prepares a database on the same server may have created the role meanwhile.
    if (await canLogIn(url)) return
    if (!isPermissionError(error)) throw error
    throw new Error(
      `The role '${role}' of DATABASE_URL can't log in, and the owner may not ${verb.toLowerCase()} roles. ` +
        `Run as one who may, then migrate again:\n  ${createRuntimeRoleSql(role).replace('CREATE', verb)}`,
    )
  }
}

/**
 * Sets default time-outs for the role, in addition to those of the connection pools. Does nothing if the owner isn't
 * allowed to set them.
 */
async function setSessionDefaults(owner: Database, role: string): Promise<void> {
  const { set } = await oneRow<{ set: string[] }>(
    owner,
    `SELECT coalesce(rolconfig, '{}') AS set FROM pg_roles WHERE rolname = $1`,
    [role],
  )
  try {
    for (const [name, value] of Object.entries(runtimeSessionSettings))
      if (!set.includes(`${name}=${value}`))
        await owner.rows(`ALTER ROLE ${escapeIdentifier(role)} SET ${name} = ${escapeLiteral(value)}`)
  } catch (error) {
    if (!isPermissionError(error)) throw error
  }
}

/**
 * Makes sure that the role in `url` exists and can log in with the password in `url`. Returns the role's name.
 * @throws Error if the role is the owner itself or has privileges that web and worker must not have
 * @throws Error with the SQL to run, if the owner may not create or change roles
 */
export async function ensureRuntimeRole(owner: Database, url: string): Promise<string> {
  const role = parseRole(url)
  const { name } = await oneRow<{ name: string }>(owner, 'SELECT current_user::text AS name')
  if (role === name)
    throw new Error(
      `DATABASE_URL and MIGRATE_DATABASE_URL both name '${role}': web and worker need a role of their own.`,
    )
  await refuseOverprivilegedRole(owner, role, faultsCorrectedByMigrate)
  if (!(await canLogIn(url))) await setUpLogin(owner, url)
  await setSessionDefaults(owner, role)
  return role
}

/**
 * Refuses a runtime role that has more privileges than web and worker need. Ignores the faults in `later`, which the
 * caller corrects afterwards.
 * @throws Error that lists the faults
 */
export async function refuseOverprivilegedRole(
  owner: Database,
  role: string,
  later: readonly string[] = [],
): Promise<void> {
  const faults = (await findRoleFaults(owner, role)).filter((fault) => !later.includes(fault))
  if (faults.length > 0)
    throw new Error(
      `The role '${role}' of DATABASE_URL ${faults.join(', ')}. Name one that isn't there yet: migrate makes it.`,
    )
}

type Login = { role: string; password: string }

/**
 * The runtime role of this clone and its password, created on first use. Each clone has its own role, so that clones on
 * one server don't change each other's password.
 */
function storedLogin(folder: string): Login {
  const file = join(folder, 'runtime-role.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const login = { role: `shop_runtime_${randomBytes(4).toString('hex')}`, password: randomBytes(24).toString('hex') }
  writeFileSync(`${file}.new`, JSON.stringify(login), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return login
}

/** The owner's connection string with the runtime role and its password, which are stored in `folder`. */
export function ensureRuntimeUrl(folder: string, ownerUrl: string): string {
  const { role, password } = storedLogin(folder)
  return Object.assign(new URL(ownerUrl), { username: role, password }).href
}

/** True if the role in this connection string may create roles. */
export async function mayCreateRoles(url: string): Promise<boolean> {
  const database = openDatabase(url, 1)
  try {
    const privilegeSql = 'SELECT rolsuper OR rolcreaterole AS may FROM pg_roles WHERE rolname = current_user'
    return (await oneRow<{ may: boolean }>(database, privilegeSql)).may
  } finally {
    await database.end()
  }
}
