import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const compress = promisify(brotliCompress)

/**
 * Writes a compressed copy (.br) next to each script and style sheet of a build, so that they needn't be compressed for
 * each request.
 */
export async function compressStatic(folder: string): Promise<void> {
  const names = globSync('**/*.{js,css}', { cwd: folder })
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      writeFileSync(`${path}.br`, await compress(readFileSync(path)))
    }),
  )
}
