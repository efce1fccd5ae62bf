import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { type Entry, startEntry } from '#lib/web/testing/entry.ts'
import { API_KEY_PLACEHOLDER } from './blocks.ts'
import { codeSamples } from './code-samples.ts'
import { type ExampleShop, makeExampleShop } from './testing/example-shop.ts'

const run = promisify(execFile)
let entry: Entry
let shop: ExampleShop

beforeAll(async () => {
  entry = await startEntry()
  shop = await makeExampleShop()
})
afterAll(async () => {
  await entry.stop()
  await expectBooksBalance()
})

const urlOf = (path: string) => `http://127.0.0.1:${entry.port}${path}`

const orderRequest = (path: string) => ({
  method: 'POST',
  url: urlOf(path),
  headers: { 'Idempotency-Key': 'any' },
  body: { serviceId: 3, link: "https://example.com/it's", comments: ['첫째 "줄"', "둘째 'yes' \\ 끝"] },
})

const addRequest = () => ({
  method: 'POST',
  url: urlOf('/api/v2'),
  form: true,
  body: { action: 'add', service: 3, link: 'https://example.com/?a=1&b=2', comments: '첫째 $HOME\n둘째' },
})

const programs: Record<string, (code: string) => Promise<string>> = {
  curl: async (code) => (await run('bash', ['-c', code.replace('curl ', 'curl -sS ')])).stdout,
  javascript: async (code) => (await run(process.execPath, ['--input-type=module', '-e', code])).stdout,
  python: (code) => runFile('python3', 'sample.py', code),
  php: (code) => runFile('php', 'sample.php', code),
}

async function runFile(program: string, name: string, code: string): Promise<string> {
  const file = join(tmpdir(), `${process.pid}-${name}`)
  writeFileSync(file, code)
  return (await run(program, [file])).stdout
}

const isThere = async (program: string, ...asked: string[]) =>
  run(program, asked).then(
    () => true,
    () => false,
  )

const hasPython = await isThere('python3', '-c', 'import requests')
const hasPhp = await isThere('php', '-r', 'curl_version();')

const sampleOf = (language: string, request: Parameters<typeof codeSamples>[0]) =>
  codeSamples(request)
    .find((sample) => sample.language === language)
    ?.code.replaceAll(API_KEY_PLACEHOLDER, shop.apiKey) ?? ''

/** Each language, and whether this machine can run it: curl and Node are always there. */
const languages = [
  ['curl', true],
  ['javascript', true],
  ['python', hasPython],
  ['php', hasPhp],
] as const

// A language that can't be run here is reported as skipped.
for (const [language, isRunnable] of languages)
  describe.skipIf(!isRunnable)(`a sample in ${language} orders as it is`, () => {
    test('with quotes, backslashes and Korean in it', async () => {
      const printed = await programs[language]?.(sampleOf(language, orderRequest('/order')))
      expect(printed?.replace(/\s/g, '')).toMatch(/['"]?wId['"]?:\d+/)
    })

    test('by API v2, with line breaks in a field', async () => {
      const printed = await programs[language]?.(sampleOf(language, addRequest()))
      expect(printed?.replace(/\s/g, '')).toMatch(/['"]?order['"]?:\d+/)
    })
  })

test('a request without a body is one line and its headers, in every language without a method', () => {
  const samples = codeSamples({ method: 'GET', url: 'https://shop.example/status/7' })
  expect(samples.map(({ code }) => code)).toEqual([
    "curl https://shop.example/status/7 \\\n  -H 'api-key: YOUR_API_KEY'",
    "const response = await fetch('https://shop.example/status/7', {\n  headers: {\n    'api-key': 'YOUR_API_KEY',\n  },\n})\nconsole.log(response.status, await response.json())",
    "import requests\n\nresponse = requests.get(\n    'https://shop.example/status/7',\n    headers={\n        'api-key': 'YOUR_API_KEY',\n    },\n)\nprint(response.status_code, response.json())",
    "<?php\n$curl = curl_init('https://shop.example/status/7');\ncurl_setopt_array($curl, [\n    CURLOPT_RETURNTRANSFER => true,\n    CURLOPT_HTTPHEADER => [\n        'api-key: YOUR_API_KEY',\n    ],\n]);\necho curl_exec($curl);",
  ])
})
