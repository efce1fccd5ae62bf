import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const compress = promisify(brotliCompress)

/** Puts each script and style sheet of a build beside itself as small as it gets: once, not anew for each who asks. */
export async function compressStatic(folder: string): Promise<void> {
  const names = globSync('**/*.{js,css}', { cwd: folder })
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      writeFileSync(`${path}.br`, await compress(readFileSync(path)))
    }),
  )
}
