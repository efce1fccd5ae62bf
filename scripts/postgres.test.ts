import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { removePostgres, startPostgres, testPostgresSettings } from './postgres.ts'
import { stopProcess } from './stray-processes.ts'

/**
 * mkdtemp creates the folder with mode 0700. If the test runs as root, PostgreSQL's account can't enter it, so the
 * cluster is stored in an outside folder.
 */
const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
afterAll(() => removePostgres(folder))

// Unlike in other tests, data must survive a crash, because this test kills its servers.
const settings = { ...testPostgresSettings, fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

const dataFolderOf = async (url: string): Promise<string> => {
  const [row] = (await query(url, 'SHOW data_directory')) as { data_directory: string }[]
  return row?.data_directory ?? ''
}

test('a second start keeps the data and the password', async () => {
  const first = await startPostgres(folder, settings)
  await query(first.url, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)')
  await first.stop()
  const second = await startPostgres(folder, settings)
  expect(await query(second.url, 'SELECT id FROM kept')).toEqual([{ id: 1 }])
  expect(new URL(second.url).password).toBe(new URL(first.url).password)
  await second.stop()
})

test('a start ends the server that a killed start left running', async () => {
  const left = await startPostgres(folder, settings)
  const next = await startPostgres(folder, settings)
  await expect(query(left.url, 'SELECT 1')).rejects.toThrow()
  expect(await query(next.url, 'SELECT id FROM kept')).toEqual([{ id: 1 }])
  await next.stop()
})

test('a start recovers a killed server, though another process has its number by now', async () => {
  const killed = await startPostgres(folder, settings)
  const data = await dataFolderOf(killed.url)
  await query(killed.url, 'INSERT INTO kept VALUES (2)')
  const file = join(data, 'postmaster.pid')
  const lines = readFileSync(file, 'utf8').split('\n')
  stopProcess(Number(lines[0]), data, 'SIGKILL')
  writeFileSync(file, [process.pid, ...lines.slice(1)].join('\n'))
  const next = await startPostgres(folder, settings)
  expect(await query(next.url, 'SELECT id FROM kept ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }])
  await next.stop()
})
