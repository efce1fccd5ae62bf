import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Each chunk of the build begins with this text; the build's runtime and entries begin differently. */
const chunkStart = 'module.exports=['
const sourceMapComment = /\n\/\/# sourceMappingURL=\S+\s*$/

/**
 * Replaces each chunk of a server build that has the same modules as an earlier chunk by a file that loads the earlier
 * one. If several calls use a module, Turbopack writes a copy of it for each call, and a web process would load every
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
