import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { type Entry, startEntry } from '#lib/web/testing/entry.ts'
import { fetchDocument } from './served-document.ts'

const root = join(import.meta.dirname, '../..')
/**
 * The folder of the client generator and its runtime, with the TypeScript that they need. They are installed on first
 * use.
 */
const generatorFolder = join(root, 'bench/openapi-client')

const run = async (...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch((error) => {
    throw new Error(`${args.join(' ')}\n${error.stdout}${error.stderr}`)
  })
  return stdout
}

let entry: Entry
let folder: string
beforeAll(async () => {
  if (!existsSync(join(generatorFolder, 'node_modules/openapi-fetch')))
    spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: generatorFolder, stdio: 'inherit' })
  folder = mkdtempSync(join(tmpdir(), 'openapi-client-'))
  symlinkSync(join(generatorFolder, 'node_modules'), join(folder, 'node_modules'))
  entry = await startEntry()
}, 300_000)
afterAll(async () => {
  await entry.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a client that a public generator makes of the document compiles in strict mode and orders with it', async () => {
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(await fetchDocument(entry)))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  copyFileSync(join(import.meta.dirname, 'ordering-program.txt'), join(folder, 'program.ts'))
  await run(
    join(generatorFolder, 'node_modules/openapi-typescript/bin/cli.js'),
    'openapi.json',
    '--output',
    'schema.ts',
  )
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--skipLibCheck']
  const modules = ['--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom,dom.iterable', '--types', '']
  await run(join(root, 'node_modules/typescript/bin/tsc'), ...strict, ...modules, 'program.ts')

  const member = await makeMember({ points: 1_000 })
  await makeService({ type: 'Poll' })
  await makeService({ min: 10, price: 2 })
  const key = await issueApiKey(db(), member.id)
  const printed = JSON.parse(await run('program.js', `http://127.0.0.1:${entry.port}`, key))
  const orders = await db().rows<{ id: number }>('SELECT id FROM orders WHERE member_id = $1 ORDER BY id', [member.id])
  expect(printed).toEqual({
    ...{ wId: orders[0]?.id, again: orders[0]?.id, number: orders[1]?.id },
    ...{ isPending: true, isLost: false, issues: [{ path: 'link', message: '주문 링크를 입력해주세요.' }] },
  })
  expect(orders.length).toBe(2)
  await expectBooksBalance()
})
