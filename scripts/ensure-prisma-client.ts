import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { computeSourceKey, runUnlessDone } from './source-key.ts'

const root = join(import.meta.dirname, '..')

/**
 * Generates Prisma's client, unless the schema, Prisma's configuration and package.json are unchanged since the last
 * time.
 */
export async function ensurePrismaClient(): Promise<void> {
  const key = computeSourceKey(['prisma/*.prisma', 'prisma.config.ts', 'package.json'])
  await runUnlessDone('client', key, 'lib/core/generated/client.ts', async () => {
    const args = [join(root, 'node_modules/prisma/build/index.js'), 'generate']
    const result = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    if (result.status !== 0) throw new Error(`prisma generate failed:\n${result.stdout}${result.stderr}`)
  })
}
