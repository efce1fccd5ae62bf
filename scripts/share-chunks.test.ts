import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shareChunks } from './share-chunks.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chunks-'))
})
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
afterEach(() => rmSync(folder, { recursive: true }))

test('of chunks with the same modules one is kept, and the others load it; nothing else is touched', () => {
  mkdirSync(join(folder, 'ssr'))
  const modules = 'module.exports=[7,()=>"같은 모듈"];'
  write('a.js', `${modules}\n//# sourceMappingURL=a.js.map`)
  write('b.js', `${modules}\n//# sourceMappingURL=b.js.map`)
  write('ssr/c.js', modules)
  write('other.js', 'module.exports=[8,()=>"다른 모듈"];')
  write('entry-1.js', 'require("./a.js")')
  write('entry-2.js', 'require("./a.js")')
  write('a.js.map', '{}')

  expect(shareChunks(folder)).toBe(2)

  const load = createRequire(join(folder, 'x.js'))
  expect(read('a.js')).toContain(modules)
  expect(read('other.js')).toContain('다른 모듈')
  expect(load('./b.js')).toBe(load('./a.js'))
  expect(load('./ssr/c.js')).toBe(load('./a.js'))
  expect([read('entry-1.js'), read('entry-2.js'), read('a.js.map')]).toEqual([
    'require("./a.js")',
    'require("./a.js")',
    '{}',
  ])
  expect(shareChunks(folder)).toBe(0)
})
