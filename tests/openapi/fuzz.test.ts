import { gunzipSync } from 'node:zlib'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { env } from '#lib/core/env.ts'
import { openApiDocument } from '#lib/reseller/openapi/document.ts'
import { type Entry, type ReceivedResponse, startEntry } from '#lib/web/testing/entry.ts'
import { makeRequestArbitrary } from './cases.ts'
import { type FuzzShop, makeFuzzShop } from './fuzz-shop.ts'
import { type DocumentedOperation, listOperations, makeSchemaCompiler } from './served-document.ts'

/** `npm run prove -- fuzz-openapi` sends 2,000 generated requests to each call. */
const numRuns = Number(process.env.FUZZ_CASES ?? 100)
/** The same seed makes the same requests: `FUZZ_SEED=<seed> npm run prove -- fuzz-openapi`. */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))

const document = openApiDocument()
const compile = makeSchemaCompiler(document)

let entry: Entry
let shop: FuzzShop
beforeAll(async () => {
  // Raises the rate limits so far that they have no effect: a 429 would hide how the rest of the request is answered.
  env().RATE_LIMIT_FACTOR = 100_000
  entry = await startEntry()
  shop = await makeFuzzShop()
})
afterAll(async () => {
  await entry.stop()
  await expectBooksBalance()
})

/** The schema of each documented status; undefined for a status without a body. */
function schemasOf({ operation }: DocumentedOperation): Map<number, ValidateFunction | undefined> {
  const schemas = Object.entries(operation.responses).map(([status, { content }]) => {
    const schema = content?.['application/json']?.schema
    return [Number(status), schema && compile(schema)] as const
  })
  return new Map(schemas)
}

const textOf = ({ headers, body }: ReceivedResponse): string =>
  (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()

/** True for a fault of the server. The document lists such answers, but no request may cause one. */
const isFault = (received: ReceivedResponse): boolean =>
  received.status >= 500 || textOf(received).includes('Internal error')

const isRequestId = compile({ $ref: '#/components/headers/X-Request-Id/schema' })

/**
 * False for a path that can't be decoded or contains an escaped separator. Such a path is refused before a call is
 * looked up.
 */
function isPathOfCall(path: string): boolean {
  const [pathname = ''] = path.split('?', 1)
  try {
    decodeURIComponent(pathname)
  } catch {
    return false
  }
  return !/%(2f|5c|00)/i.test(pathname)
}

/**
 * Expects a documented answer. Returns its kind, so that the kinds can be counted: the status and, for API v2, whether
 * it is a refusal.
 */
function expectDocumented(received: ReceivedResponse, schemas: ReturnType<typeof schemasOf>): string {
  const { status, headers } = received
  expect(isFault(received), textOf(received)).toBe(false)
  expect([...schemas.keys()], `undocumented: ${textOf(received).slice(0, 500)}`).toContain(status)
  const validate = schemas.get(status)
  if (!validate) {
    expect(received.body.length).toBe(0)
    return String(status)
  }
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  const json: unknown = JSON.parse(textOf(received))
  expect(validate(json) || [validate.errors, json]).toBe(true)
  return Object.hasOwn(Object(json), 'error') ? `${status} refused` : String(status)
}

test.each(listOperations(document).map((each) => [each.name, each] as const))(
  '%s answers whatever is made up from the document as the document says, never with a fault',
  async (name, operation) => {
    const schemas = schemasOf(operation)
    const counts = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(makeRequestArbitrary(document, shop, operation), async ({ path, headers, body }) => {
        const received = await entry.ask(path, {
          method: operation.method,
          headers,
          ...(body !== undefined && { body }),
        })
        const outcome = expectDocumented(received, schemas)
        if (isPathOfCall(path)) expect(isRequestId(received.headers['x-request-id'])).toBe(true)
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      }),
      { numRuns, seed },
    )
    const seen = [...counts].map(([outcome, count]) => `${outcome} x ${count}`).toSorted()
    process.stdout.write(`${name}: ${numRuns} cases of seed ${seed}: ${seen.join(', ')}\n`)
    expect(
      ['200', '201'].some((status) => counts.has(status)),
      'no case succeeded',
    ).toBe(true)
  },
)
