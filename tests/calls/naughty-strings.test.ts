import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import type { Call } from '#lib/core/call.ts'
import { registry } from '#lib/web/registry.ts'
import { bodyBytesOf, newAddress, send } from '#lib/web/testing/caller.ts'
import type { CallTestRow } from '#lib/web/testing/row.ts'
import { type AbuseDatabase, openAbuseDatabase } from '../abuse/database.ts'
import { callNameOf, callTestRows } from './matrix.ts'
import { makeSenders, type Sender } from './senders.ts'
import { type TextField, walkCall, withValueAt } from './text-fields.ts'

/** Strings that broke other programs: reserved words, numbers, scripts, SQL, right-to-left and invisible characters. */
const strings = readFileSync(join(import.meta.dirname, 'naughty-strings.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/**
 * `npm run prove -- naughty` sends every string to every field; `npm test` sends two strings to each of `mainFields`.
 */
const FULL = process.env.PROOF_STRINGS === 'all'
const PER_FIELD = FULL ? strings.length : 2
const MAX_MS = 2_000

/** The test's database, opened as its owner; only in a full run. */
let database: AbuseDatabase | undefined
beforeAll(async () => {
  if (FULL) database = await openAbuseDatabase()
})

// In a full run one field's test makes thousands of members and services, which would slow down later tests.
afterEach(async () => {
  if (!database) return
  await expectBooksBalance()
  await database.clear()
})
afterAll(() => expectBooksBalance())
afterAll(() => database?.end())

/**
 * True for a text that may be an id. In a path it would name a record that other tests need, such as platform 1, so it
 * isn't sent there.
 */
const isId = (text: string): boolean => /^\d{1,10}$/.test(text)

type Target = { call: Call; row: CallTestRow; field: TextField }

/** Sends a request that is valid except for one text. Returns its answer, and the milliseconds that it took. */
async function sendText(
  {
    call,
    row,
    field: {
      path: [part, ...path],
    },
  }: Target,
  sender: Sender,
  text: string,
) {
  const { caller } = sender
  const right = await sender.body()
  const body = part === 'body' ? withValueAt(right, path, text) : right
  const query = new URLSearchParams(row.query?.good)
  if (part === 'query') query.set(path.join('.'), text)
  const id = part === 'params' ? encodeURIComponent(text) : row.id ? await sender.id() : ''
  await row.prepare?.(caller)
  const headers = { ...caller.headers, ...(await row.headers?.(caller, bodyBytesOf({ body }))) }
  const started = performance.now()
  const answer = await send(call, {
    path: call.path.replace(/\{\w+\}/, String(id)),
    search: String(query),
    headers,
    address: newAddress(),
    ...(call.body && { body }),
  })
  return { answer, ms: performance.now() - started }
}

/** The fields that people fill in most, and those whose texts other people see on their screens. */
const mainFields = [
  'POST /order body.link',
  'POST /orders body.orders.*.link',
  'POST /service/point body.name',
  'POST /service/refund-request body.name',
  'POST /service/questions body.message',
  'POST /service/questions/{id}/messages body.message',
  'POST /service/question-pictures body.name',
  'POST /service/coupon body.code',
  'POST /auth/api-keys body.name',
  'PUT /service/webhook body.url',
  'POST /hooks/deposits body.*.name',
  'GET /service/search query.q',
  'GET /api/admin/search query.q',
  'GET /api/admin/orders query.q',
  'GET /api/admin/members query.q',
  'POST /api/admin/members/{id}/memo body.memo',
  'PATCH /api/admin/receipts/{id} body.note',
]

const fields = registry.flatMap((call): [string, Call, CallTestRow, TextField][] => {
  const row = callTestRows[callNameOf(call)]
  const named = walkCall(call).fields.map((field) => [`${callNameOf(call)} ${field.path.join('.')}`, field] as const)
  return row ? named.map(([name, field]) => [name, call, row, field]) : []
})

test('every main field is a field of a call', () =>
  expect(mainFields.filter((name) => !fields.some(([field]) => field === name))).toEqual([]))

const chosen = fields.filter(([name]) => FULL || mainFields.includes(name))

test.for(chosen.map((field, at) => [...field, at] as const))(
  '%s: a naughty string is taken or refused, without a fault and within two seconds',
  { timeout: 60_000 + PER_FIELD * 1_000 },
  async ([name, call, row, field, at]) => {
    const senders = makeSenders(call, row)
    const sendOne = async (text: string) => sendText({ call, row, field }, await senders.next(), text)
    for (let nth = 0; nth < PER_FIELD; nth++) {
      const text = strings[(at * PER_FIELD * 7 + nth) % strings.length] ?? ''
      if (field.path[0] === 'params' && isId(text)) continue
      const { answer, ms } = await sendOne(text)
      expect(answer.status, `${name}: ${JSON.stringify(text)}`).toBeLessThan(500)
      if (answer.status < 400) senders.renew()
      // A busy machine may be slow for a moment, so only a request that is slow twice fails the test.
      if (ms > MAX_MS) expect((await sendOne(text)).ms, JSON.stringify(text)).toBeLessThan(MAX_MS)
    }
  },
)
