import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { compressStatic } from './compress-static.ts'
import { ensureFonts } from './ensure-fonts.ts'
import { ensurePrismaClient } from './ensure-prisma-client.ts'
import { shareChunks } from './share-chunks.ts'
import { computeSourceKey, runUnlessDone } from './source-key.ts'

const root = join(import.meta.dirname, '..')
const sourcePatterns = [
  '{app,components,lib,public}/**/*',
  'prisma/*.prisma',
  'next.config.ts',
  'instrumentation-client.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'scripts/compress-static.ts',
  'scripts/share-chunks.ts',
]

async function nextBuild(env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<void> {
  const args = [join(root, 'node_modules/next/dist/bin/next'), 'build']
  const buildEnv = { ...env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' }
  const build = spawn(process.execPath, args, { cwd: root, env: buildEnv, signal, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise((resolve) => build.once('close', resolve).once('error', resolve))
  const output = Promise.all([text(build.stdout), text(build.stderr)])
  if ((await ended) !== 0) throw new Error(`next build failed:\n${(await output).join('')}`)
}

/**
 * Builds the pages, removes duplicates among the server's chunks (`shareChunks`) and compresses scripts and style
 * sheets. Does nothing if the last build was made from the same sources.
 */
export async function buildPages(env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<void> {
  await ensurePrismaClient()
  await ensureFonts()
  const folder = env.NEXT_DIST_DIR || '.next'
  const key = computeSourceKey(sourcePatterns, /\.test\.tsx?$|lib\/core\/generated/)
  const name = `build-${folder.replaceAll('/', '-')}`
  await runUnlessDone(name, key, `${folder}/BUILD_ID`, async () => {
    await nextBuild(env, signal)
    shareChunks(join(root, folder, 'server/chunks'))
    await compressStatic(join(root, folder, 'static'))
  })
}

if (import.meta.main) await buildPages(process.env)
