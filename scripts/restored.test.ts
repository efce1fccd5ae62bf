import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { env } from '#lib/core/env.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'

const script = join(import.meta.dirname, 'restored.ts')

/**
 * Runs the script until it ends or has written `until`. Returns its output and its exit code (null if this function
 * ended it).
 */
async function runRestored(url: string, until?: string): Promise<{ output: string; code: number | null }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    env: { ...process.env, DATABASE_URL: url },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
      if (until !== undefined && output.includes(until)) child.kill()
    })
  const [code] = await once(child, 'close')
  return { output, code }
}

test('a database of before an upgrade is to be migrated first, and its numbers are left as they are', async () => {
  const owner = ownerDatabase()
  await owner.rows(
    'UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)',
  )
  const { output, code } = await runRestored(env().DATABASE_URL)
  await owner.rows('UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL')
  expect(output).toBe(
    'The restored moment is before an upgrade: migrations of this version are missing. Migrate, and run this again. Or check out the version of that moment first, to go on with it.\n',
  )
  expect(code).toBe(2)
  expect((await runRestored(env().DATABASE_URL)).output).toContain('the next 100000 numbers')
})

test('a password of another time is told of while the restored database is waited for', async () => {
  const wrong = Object.assign(new URL(env().DATABASE_URL), { password: 'former' }).href
  const { output } = await runRestored(wrong, 'run this again')
  expect(output).toContain('password authentication failed')
  expect(output).toContain('The database has the passwords of the restored moment.')
})
