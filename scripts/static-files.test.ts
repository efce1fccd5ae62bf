import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressStatic } from './compress-static.ts'
import { makeStaticFileServer } from './static-files.ts'

const script = `export const text = ${JSON.stringify('가나다 '.repeat(500))}`
let folder: string
let server: Server
let origin: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'static-'))
  mkdirSync(join(folder, 'static/chunks'), { recursive: true })
  writeFileSync(join(folder, 'static/chunks/one.js'), script)
  writeFileSync(join(folder, 'static/chunks/page.css'), 'body { color: red }')
  writeFileSync(join(folder, 'static/chunks/mark.svg'), '<svg/>')
  writeFileSync(join(folder, 'secret.js.br'), brotliCompressSync('secret'))
  await compressStatic(join(folder, 'static'))
  const answer = makeStaticFileServer(join(folder, 'static'))
  server = createServer((request, response) => {
    if (!answer(request, response)) response.writeHead(404).end('next')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_next/static`
})

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const ask = (path: string, encoding = 'gzip, deflate, br, zstd', method = 'GET') =>
  fetch(`${origin}${path}`, { method, headers: { 'accept-encoding': encoding } })

test('a script arrives whole, small, with its type, and is kept for a year', async () => {
  const response = await ask('/chunks/one.js')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/javascript; charset=UTF-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  expect(Number(response.headers.get('content-length'))).toBeLessThan(script.length / 10)
  expect(await response.text()).toBe(script)
})

test('a style sheet is one, whatever is asked of it', async () => {
  const response = await ask('/chunks/page.css?dpl=1')
  expect(response.headers.get('content-type')).toBe('text/css; charset=UTF-8')
  expect(await response.text()).toBe('body { color: red }')
})

test.each([
  ['a client without brotli', '/chunks/one.js', 'gzip', 'GET'],
  ['a client that refuses it', '/chunks/one.js', 'gzip, br;q=0', 'GET'],
  ['another method', '/chunks/one.js', 'br', 'POST'],
  ['what is no script', '/chunks/mark.svg', 'br', 'GET'],
  ['what is not there', '/chunks/two.js', 'br', 'GET'],
  ['the compressed file by its own name', '/chunks/one.js.br', 'br', 'GET'],
  ['a way out of the folder', '/..%2fsecret.js', 'br', 'GET'],
])('%s is left to Next', async (_, path, encoding, method) => {
  expect((await ask(path, encoding, method)).status).toBe(404)
})
