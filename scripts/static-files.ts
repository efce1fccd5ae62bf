import { globSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

const contentTypes: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
}
const YEAR_S = 31_536_000

/**
 * Returns a function that serves the compressed scripts and style sheets of the build from memory (1 MB). This function
 * returns false if there is no such file or the client doesn't accept Brotli; the caller must then let Next.js respond.
 * File names change with the content, so clients may cache the files for a year.
 */
export function makeStaticFileServer(folder: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  const names = globSync('**/*.br', { cwd: folder }).map((name) => name.slice(0, -'.br'.length))
  const files = new Map(names.map((name) => [`/_next/static/${name}`, readFileSync(join(folder, `${name}.br`))]))
  return (request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    const file = request.method === 'GET' ? files.get(path) : undefined
    if (!file || !/\bbr\b(?!\s*;\s*q=0)/.test(request.headers['accept-encoding'] ?? '')) return false
    response.writeHead(200, {
      'content-type': contentTypes[extname(path)],
      'content-encoding': 'br',
      'content-length': file.length,
      'cache-control': `public, max-age=${YEAR_S}, immutable`,
      vary: 'accept-encoding',
    })
    response.end(file)
    return true
  }
}
