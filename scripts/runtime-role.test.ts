import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '#lib/core/db.ts'
import { applyMigrations } from './apply-migrations.ts'
import { prepareDatabase } from './prepare-database.ts'
import { fixedColumns, ownerFunctions, tablePrivileges, tablePrivilegesOf } from './privileges.ts'
import { ensureRuntimeUrl, mayCreateRoles } from './runtime-role.ts'

const openedDatabases: Database[] = []
afterAll(() => Promise.all(openedDatabases.map((each) => each.end())))

/** Replaces the role, the password or the database in a connection string. */
const changeUrl = (url: string, change: { username?: string; password?: string; pathname?: string }): string =>
  Object.assign(new URL(url), change).href

function open(url: string): Database {
  const database = openDatabase(url, 1)
  openedDatabases.push(database)
  return database
}

const superuser = open(inject('postgresUrl'))
const newName = () => `role_${randomUUID().slice(0, 8)}`

/** Creates an empty database. Returns the connection strings of its owner and of its runtime role. */
async function emptyDatabase(owner = 'postgres') {
  const pathname = newName()
  await superuser.rows(`CREATE DATABASE ${pathname} OWNER ${owner}`)
  const ownerUrl = changeUrl(inject('postgresUrl'), { pathname })
  return { ownerUrl, url: changeUrl(ownerUrl, { username: newName(), password: 'first' }) }
}

async function newRole(attributes: string): Promise<{ username: string; password: string }> {
  const [username, password] = [newName(), 'of-the-owner']
  await superuser.rows(`CREATE ROLE ${username} LOGIN ${attributes} PASSWORD '${password}'`)
  return { username, password }
}

/** The error that a promise was rejected with. */
async function errorOf(statement: Promise<unknown>): Promise<Error> {
  const error = await statement.then(
    () => new Error('it was allowed'),
    (reason) => reason,
  )
  return error
}

describe('web and worker', () => {
  let urls: { ownerUrl: string; url: string }
  let runtime: Database
  let owner: Database
  beforeAll(async () => {
    urls = await emptyDatabase()
    await prepareDatabase(urls)
    runtime = open(urls.url)
    owner = open(urls.ownerUrl)
    await owner.rows("INSERT INTO members (login_id) VALUES ('somebody')")
    await owner.rows('INSERT INTO balances (member_id) VALUES (1)')
  })

  const tablesWithoutUpdate = Object.keys(tablePrivileges).filter(
    (table) => !tablePrivilegesOf(table).includes('UPDATE') && table !== '_prisma_migrations',
  )
  const appendOnlyTables = tablesWithoutUpdate.filter((table) => !tablePrivilegesOf(table).includes('DELETE'))

  test.each(tablesWithoutUpdate)('can change no row of %s', async (table) => {
    const [{ column } = { column: '' }] = await owner.rows<{ column: string }>(
      'SELECT attname::text AS "column" FROM pg_attribute WHERE attrelid = $1::regclass AND attnum = 1',
      [table],
    )
    expect(await errorOf(runtime.rows(`UPDATE ${table} SET ${column} = ${column}`))).toMatchObject({ code: '42501' })
    expect(await errorOf(runtime.rows(`SELECT FROM ${table} FOR UPDATE`))).toMatchObject({ code: '42501' })
  })

  test.each(appendOnlyTables)('can take no row out of %s', async (table) => {
    expect(await errorOf(runtime.rows(`DELETE FROM ${table}`))).toMatchObject({ code: '42501' })
  })

  test.each(Object.entries(fixedColumns))(
    'can change other columns of %s than whose it is and what it is worth',
    async (table, columns) => {
      const update = (column: string) => runtime.rows(`UPDATE ${table} SET ${column} = ${column} WHERE false`)
      for (const column of columns) expect(await errorOf(update(column))).toMatchObject({ code: '42501' })
      const changeableColumns = await owner.rows<{ column: string }>(
        `SELECT quote_ident(attname) AS "column" FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attname <> ALL ($2::text[])`,
        [table, columns],
      )
      for (const { column } of changeableColumns) await update(column)
      await runtime.rows(`SELECT FROM ${table} FOR UPDATE`)
    },
  )

  test.each([
    ...appendOnlyTables.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER ALL`),
    ...[...appendOnlyTables, 'orders', 'charges', 'balances', 'members'].map((table) => `TRUNCATE ${table} CASCADE`),
    'SET session_replication_role = replica',
    'ALTER TABLE point_entries DISABLE TRIGGER USER',
    'DROP TRIGGER point_entries_append_only ON point_entries',
    'DROP TRIGGER order_events_append_only ON order_events',
    'CREATE TRIGGER mine BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION refuse_change()',
    'CREATE RULE mine AS ON INSERT TO point_entries DO INSTEAD NOTHING',
    'ALTER FUNCTION refuse_change() RENAME TO gone',
    'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
    'DROP FUNCTION chain_audit() CASCADE',
    'ALTER TABLE balances DROP CONSTRAINT balances_point_check',
    'ALTER TABLE orders ADD COLUMN mine int',
    'ALTER TABLE orders OWNER TO CURRENT_USER',
    'DROP TABLE point_entries CASCADE',
    'CREATE INDEX mine ON orders (id)',
    'CREATE TABLE mine ()',
    'CREATE TEMPORARY TABLE orders (id int)',
    'CREATE SCHEMA mine',
    'CREATE TABLE graphile_worker.mine ()',
    "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    'CREATE VIEW mine AS SELECT 1',
    'CREATE EXTENSION dblink',
    "DO LANGUAGE plpgsql $$ BEGIN EXECUTE 'ALTER TABLE seals DISABLE TRIGGER ALL'; END $$",
    'CREATE ROLE mine',
    'ALTER ROLE CURRENT_USER SUPERUSER',
    'SET ROLE postgres',
    'SET SESSION AUTHORIZATION postgres',
    'ALTER SYSTEM SET fsync = off',
    'ALTER DATABASE postgres RENAME TO mine',
    'SELECT rolpassword FROM pg_authid',
    "SELECT pg_read_file('postgresql.conf')",
    "SELECT lo_import('/etc/passwd')",
    "COPY members TO PROGRAM 'cat'",
    "COPY members TO '/tmp/members'",
    "COPY point_entries FROM PROGRAM 'cat'",
    "COPY members FROM '/etc/passwd'",
    "SELECT setval('shop_order_id_seq', 1)",
    'DO $$ BEGIN LOCK TABLE point_entries IN ACCESS EXCLUSIVE MODE; END $$',
    'DELETE FROM _prisma_migrations',
    'DELETE FROM graphile_worker.migrations',
    "INSERT INTO audit_links (seq, entry_id, content, hash) VALUES (1, 1, '', '')",
    `INSERT INTO point_entries (id, member_id, kind, delta, balance_after, ref_type, ref_id, actor) VALUES (1, 1, 'ORDER', 0, 0, 'x', 1, 'x')
     ON CONFLICT (kind, ref_type, ref_id, seq) DO UPDATE SET delta = 1`,
    `MERGE INTO point_entries e USING (SELECT 1) ON true WHEN MATCHED THEN DELETE`,
    'WITH gone AS (DELETE FROM order_events) SELECT 1',
  ])('are refused: %s', async (statement) => {
    expect(await errorOf(runtime.rows(statement))).toMatchObject({ code: '42501' })
  })

  test('can hand on nothing of what they may do', async () => {
    await runtime.rows('GRANT UPDATE ON point_entries TO PUBLIC')
    await runtime.rows('GRANT SELECT ON members TO PUBLIC')
    const rights = `SELECT FROM pg_class, aclexplode(relacl) a WHERE relnamespace = 'public'::regnamespace AND a.grantee = 0`
    expect(await runtime.rows(rights)).toEqual([])
  })

  test('take no role but their own for the owner’s functions, whose names resolve where the owner put them', async () => {
    const unsafeFunctions = await owner.rows(
      `SELECT oid::regprocedure::text AS name FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace
         AND (NOT coalesce(proconfig, '{}') @> '{"search_path=pg_catalog, public, pg_temp"}'
           OR prorettype <> 'trigger'::regtype AND has_function_privilege('public', oid, 'EXECUTE'))`,
    )
    expect(unsafeFunctions).toEqual([])
  })

  test('write an audit row, and the owner’s trigger its link', async () => {
    await runtime.rows(
      `INSERT INTO audit_entries (actor_id, action, subject_type, subject_id, address) VALUES (1, 'a', 'b', 1, '')`,
    )
    expect(await runtime.rows('SELECT seq, entry_id FROM audit_links')).toEqual([{ seq: 1n, entryId: 1n }])
  })

  test('may do with each table what the list says and nothing else, and every table is on the list', async () => {
    const rows = await runtime.rows<{ name: string; rights: string[] }>(
      `SELECT c.relname::text AS name, array_agg(r ORDER BY n) FILTER (WHERE has_table_privilege(c.oid, r)) AS rights
       FROM pg_class c, unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER,MAINTAIN}'::text[]) WITH ORDINALITY AS u (r, n)
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') GROUP BY c.relname`,
    )
    const listed = Object.entries(tablePrivileges).map(([name, rights]) => [
      name,
      rights.filter((right) => right !== 'UPDATE' || !(name in fixedColumns)),
    ])
    expect(Object.fromEntries(rows.map(({ name, rights }) => [name, rights]))).toEqual(Object.fromEntries(listed))
  })

  test('draw numbers from sequences and set none; own nothing; run no function as its owner that isn’t listed', async () => {
    expect(
      await runtime.rows(
        `SELECT bool_and(has_sequence_privilege(oid, 'USAGE')) AS draws, bool_or(has_sequence_privilege(oid, 'UPDATE')) AS sets
         FROM (SELECT oid FROM pg_class
           WHERE relkind = 'S' AND relnamespace::regnamespace::text IN ('public', 'graphile_worker') OFFSET 0) AS sequences`,
      ),
    ).toEqual([{ draws: true, sets: false }])
    expect(
      await runtime.rows(`SELECT FROM pg_shdepend WHERE refobjid = current_user::regrole AND deptype = 'o'`),
    ).toEqual([])
    expect(
      await runtime.rows(
        `SELECT oid::regprocedure::text AS name FROM pg_proc WHERE prosecdef AND pronamespace::regnamespace::text IN ('public', 'graphile_worker')
           AND prorettype <> 'trigger'::regtype AND has_function_privilege(oid, 'EXECUTE')`,
      ),
    ).toEqual(ownerFunctions.map((name) => ({ name: name.replaceAll(' ', '') })))
  })

  test('wait for no lock and hold no transaction for ever, though a connection sets nothing', async () => {
    const client = new pg.Client({ connectionString: urls.url })
    await client.connect()
    const { rows } = await client.query(
      "SELECT name, setting::int AS ms FROM pg_settings WHERE name ~ '^(statement|lock|idle_in_transaction_session)_timeout$' ORDER BY name",
    )
    await client.end()
    expect(rows.map(({ ms }) => ms)).toEqual([30_000, 15_000, 30_000])
  })

  test('get a table that nobody listed, and one that keeps a history only to append', async () => {
    await owner.rows('CREATE TABLE later_events (id int)')
    await owner.rows('CREATE TABLE later_things (id int)')
    await prepareDatabase(urls)
    await runtime.rows('INSERT INTO later_events VALUES (1)')
    expect(await errorOf(runtime.rows('DELETE FROM later_events'))).toMatchObject({ code: '42501' })
    await runtime.rows('DELETE FROM later_things')
    await owner.rows('DROP TABLE later_events')
    await owner.rows('DROP TABLE later_things')
  })

  test.each(['server.ts', 'worker.ts'])('do not start as the owner: %s', (script) => {
    const env = { ...process.env, DATABASE_URL: urls.ownerUrl, LOG_LEVEL: 'error', PORT: '0' }
    const flags = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, script)]
    const { status, stdout, stderr } = spawnSync(process.execPath, flags, { env, encoding: 'utf8', timeout: 60_000 })
    expect(`${stdout}${stderr}`).toContain('too many rights')
    expect(status).toBe(1)
  })
})

describe('migrate', () => {
  test('makes the runtime role, and gives it a new password when DATABASE_URL has one', async () => {
    const urls = await emptyDatabase()
    await prepareDatabase(urls)
    const changed = { ...urls, url: changeUrl(urls.url, { password: 'sec%20ond/Ⅷ' }) }
    expect(await prepareDatabase(changed)).toEqual([])
    expect(await errorOf(open(urls.url).rows('SELECT 1'))).toMatchObject({ code: '28P01' })
    expect(await open(changed.url).rows('SELECT count(*) FROM orders')).toEqual([{ count: 0n }])
  })

  test('a bare % in a password is taken for itself, as at the login', async () => {
    const urls = await emptyDatabase()
    const url = urls.url.replace(':first@', ':100%sure@')
    const backupUrl = url.replace('//role', '//backup_role')
    await prepareDatabase({ ...urls, url, backupUrl })
    for (const each of [url, backupUrl]) expect(await open(each).rows('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('needs no superuser: an owner who may create roles is enough', async () => {
    const login = await newRole('CREATEROLE')
    const urls = await emptyDatabase(login.username)
    await prepareDatabase({ ...urls, ownerUrl: changeUrl(urls.ownerUrl, login) })
    expect(await errorOf(open(urls.url).rows('TRUNCATE orders'))).toMatchObject({ code: '42501' })
    await open(urls.url).rows("SELECT graphile_worker.add_job('nothing')")
  })

  test('says the SQL where the owner may not create roles, and goes on once somebody ran it', async () => {
    const login = await newRole('')
    const urls = await emptyDatabase(login.username)
    const limitedUrls = { ...urls, ownerUrl: changeUrl(urls.ownerUrl, login) }
    const { message } = await errorOf(prepareDatabase(limitedUrls))
    const [statement] = /CREATE ROLE .*;/.exec(message) ?? []
    await superuser.rows(statement?.replace('<the password in DATABASE_URL>', 'first') ?? '')
    await prepareDatabase(limitedUrls)
    expect(await errorOf(open(urls.url).rows('TRUNCATE orders'))).toMatchObject({ code: '42501' })
  })

  test.each(['SUPERUSER', 'CREATEROLE', 'CREATEDB', 'REPLICATION', 'BYPASSRLS', 'IN ROLE pg_write_all_data'])(
    'refuses a runtime role that is %s, and changes nothing',
    async (attributes) => {
      const urls = await emptyDatabase()
      const url = changeUrl(urls.url, await newRole(attributes))
      await expect(prepareDatabase({ ...urls, url })).rejects.toThrow(
        /^The role '.*' of DATABASE_URL (is|may|bypasses|belongs)/,
      )
      expect(await open(urls.ownerUrl).rows("SELECT to_regclass('orders') AS there")).toEqual([{ there: null }])
    },
  )

  test('refuses one role for both', async () => {
    const { ownerUrl } = await emptyDatabase()
    await expect(prepareDatabase({ ownerUrl, url: ownerUrl })).rejects.toThrow('a role of their own')
  })

  test('takes over a shop whose web and worker owned its tables until now', async () => {
    const login = await newRole('')
    const urls = await emptyDatabase(login.username)
    const url = changeUrl(urls.url, login)
    await applyMigrations(url)
    const before = open(url)
    await before.rows("INSERT INTO members (login_id) VALUES ('kept')")
    await before.rows('ALTER TABLE seals DISABLE TRIGGER ALL')
    await before.rows('ALTER TABLE seals ENABLE TRIGGER ALL')
    expect(await prepareDatabase({ ...urls, url })).toEqual([])
    expect(await before.rows("SELECT FROM members WHERE login_id = 'kept'")).toHaveLength(1)
    for (const statement of [
      'ALTER TABLE seals DISABLE TRIGGER ALL',
      'DELETE FROM point_entries',
      'CREATE TABLE mine ()',
      'DROP SCHEMA public CASCADE',
    ])
      expect(await errorOf(before.rows(statement))).toMatchObject({ code: '42501' })
    await before.rows("SELECT graphile_worker.add_job('nothing')")
  })

  test('says the SQL where it may not take over', async () => {
    const [old, owner] = [await newRole(''), await newRole('CREATEROLE')]
    const urls = await emptyDatabase(old.username)
    await applyMigrations(changeUrl(urls.ownerUrl, old))
    const limitedUrls = { ownerUrl: changeUrl(urls.ownerUrl, owner), url: changeUrl(urls.url, old) }
    const { message } = await errorOf(prepareDatabase(limitedUrls))
    const [statement] = /REASSIGN OWNED .*;/.exec(message) ?? []
    await open(urls.ownerUrl).rows(statement ?? '')
    await prepareDatabase(limitedUrls)
    expect(await errorOf(open(limitedUrls.url).rows('DELETE FROM order_events'))).toMatchObject({ code: '42501' })
  })
})

describe('the demo', () => {
  test('keeps its runtime role’s login in its folder, for nobody else’s eyes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'runtime-role-'))
    const { ownerUrl } = await emptyDatabase()
    const url = ensureRuntimeUrl(folder, ownerUrl)
    expect(ensureRuntimeUrl(folder, ownerUrl)).toBe(url)
    expect(statSync(join(folder, 'runtime-role.json')).mode & 0o777).toBe(0o600)
    rmSync(folder, { recursive: true })
    await prepareDatabase({ ownerUrl, url })
    expect(await errorOf(open(url).rows('DELETE FROM point_entries'))).toMatchObject({ code: '42501' })
  })

  test.each([
    ['CREATEROLE', true],
    ['', false],
  ])('on a database of the user’s makes one if DATABASE_URL is %s', async (attributes, may) => {
    const login = await newRole(attributes)
    expect(await mayCreateRoles(changeUrl(inject('postgresUrl'), login))).toBe(may)
  })
})
