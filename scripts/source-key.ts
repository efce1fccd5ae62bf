import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Digest of the contents of all files that match the patterns. Ignores the files' dates. */
export function computeSourceKey(patterns: string[], skip: RegExp = /^$/): string {
  const hash = createHash('sha256').update(process.version)
  for (const path of globSync(patterns, { cwd: root }).sort()) {
    const file = join(root, path)
    if (skip.test(path) || !statSync(file).isFile()) continue
    hash.update(`\0${path}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/**
 * Runs `step`, unless its last run had the same `key` (stored in `.data/<name>.key`) and the path `product`, which it
 * creates, still exists.
 */
export async function runUnlessDone(
  name: string,
  key: string,
  product: string,
  step: () => Promise<void>,
): Promise<void> {
  const file = join(root, '.data', `${name}.key`)
  const isDone = existsSync(file) && existsSync(join(root, product)) && readFileSync(file, 'utf8') === key
  if (isDone) return
  await step()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, key)
}
