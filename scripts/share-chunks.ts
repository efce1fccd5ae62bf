import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Beginning of each chunk of the build; its runtime and its entries begin differently. */
const chunkStart = 'module.exports=['
const sourceMapComment = /\n\/\/# sourceMappingURL=\S+\s*$/

/**
 * Replaces each chunk of a server build that has the same modules as an earlier chunk by a file that loads the
 * earlier chunk. Turbopack writes modules that several calls use once per call, and a web process would load every
 * copy. Returns the number of replaced chunks.
 */
export function shareChunks(folder: string): number {
  const first = new Map<string, string>()
  let replaced = 0
  for (const name of globSync('**/*.js', { cwd: folder }).toSorted()) {
    const path = join(folder, name)
    const source = readFileSync(path, 'utf8')
    if (!source.startsWith(chunkStart)) continue
    const modules = source.replace(sourceMapComment, '')
    const firstCopy = first.get(modules)
    if (firstCopy) {
      writeFileSync(path, `module.exports=require(${JSON.stringify(`./${relative(dirname(path), firstCopy)}`)})\n`)
      replaced++
    } else first.set(modules, path)
  }
  return replaced
}
