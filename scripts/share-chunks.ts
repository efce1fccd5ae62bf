import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Chunks of the build begin so; its runtime and its entries don't. */
const chunkStart = 'module.exports=['
const sourceMapComment = /\n\/\/# sourceMappingURL=\S+\s*$/

/**
 * Makes each chunk of a server build that has the same modules as another one load that one. Turbopack writes the
 * modules that calls have in common again for one call after the other, and a web process would hold every copy.
 * Returns how many chunks were replaced.
 */
export function shareChunks(folder: string): number {
  const first = new Map<string, string>()
  let replaced = 0
  for (const name of globSync('**/*.js', { cwd: folder }).toSorted()) {
    const path = join(folder, name)
    const source = readFileSync(path, 'utf8')
    if (!source.startsWith(chunkStart)) continue
    const modules = source.replace(sourceMapComment, '')
    const same = first.get(modules)
    if (same) {
      writeFileSync(path, `module.exports=require(${JSON.stringify(`./${relative(dirname(path), same)}`)})\n`)
      replaced++
    } else first.set(modules, path)
  }
  return replaced
}
