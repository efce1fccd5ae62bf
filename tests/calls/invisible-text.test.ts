import { afterAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { cutLine, cutText, optionalText, text, trimmedText, visibleText } from '#lib/core/text.ts'
import { registry } from '#lib/web/registry.ts'
import type { CallTestRow } from '#lib/web/testing/row.ts'
import { callerNames, callNameOf, callTestRows, expectedAccess, sendAs } from './matrix.ts'
import { walkCall, withValueAt } from './text-fields.ts'

afterAll(() => expectBooksBalance())

test.each(registry.map((call) => [callNameOf(call), call] as const))(
  '%s takes no text with characters that nobody sees; a password alone stays as it was typed',
  (_, call) => {
    const uncleaned = walkCall(call).fields.filter(({ cleaned }) => !cleaned)
    expect(uncleaned.filter(({ path }) => !/password$/i.test(path.at(-1) ?? ''))).toEqual([])
  },
)

const invisibleCharacters =
  '\u202e\u2066\u200f\u061c\u200b\u2060\ufeff\u115f\u1160\u3164\uffa0\u2800\u00ad\u{e0041}\ufe0f'

test('a text with thousands of invisible characters loses all of them, those of its emoji too', () => {
  expect(visibleText('❤️'.repeat(5_000))).toBe('❤️'.repeat(5_000))
  expect(visibleText('❤️'.repeat(5_001))).toBe('❤'.repeat(5_001))
})

test.each([
  [`${invisibleCharacters}홍${invisibleCharacters}길동${invisibleCharacters}`, '홍길동'],
  [invisibleCharacters, ''],
  ['👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️ 1️⃣ 🇰🇷', '👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️ 1️⃣ 🇰🇷'],
  ['a\u200db\u200d👩', 'ab👩'],
  ['줄\n바꿈\t탭', '줄\n바꿈\t탭'],
])('%j is seen as %j', (value, seen) => {
  expect(visibleText(value)).toBe(seen)
  for (const schema of [text(200), trimmedText(200), optionalText(200), cutText(200), cutLine(200)])
    expect((schema as z.ZodType).parse(value)).toBe(seen)
})

test('a text that is too long stays so: what nobody sees in it doesn’t make room', () => {
  const long = `${'\u200b'.repeat(30)}abc`
  for (const schema of [text(20), optionalText(20)])
    expect(schema.safeParse(long.padStart(1_100, '\u200b')).success).toBe(false)
  for (const schema of [cutText(20), cutLine(20)]) expect(schema.parse(long).length).toBeGreaterThan(20)
})

test('what is blank to the eye is empty to the rules, also between spaces', () => {
  expect(trimmedText(20).parse(' \u200b \u3164 ')).toBe('')
  expect(cutLine(20).parse(' \u200b \u3164 ')).toBe('')
})

const textAt = (body: unknown, path: readonly string[]): unknown => {
  const [name, ...rest] = path
  if (name === undefined) return body
  return textAt(name === '*' ? (body as unknown[] | undefined)?.[0] : Object(body ?? {})[name], rest)
}

/** A valid body with invisible characters around each of its texts. */
function disguise(call: (typeof registry)[number], right: unknown): unknown {
  let body = right
  for (const { path, maxLength: most, cleaned } of walkCall(call).fields) {
    const value = textAt(right, path.slice(1))
    // A text that is nearly at its maximum length is left alone, because the added characters wouldn't fit.
    if (path[0] === 'body' && cleaned && value && typeof value === 'string' && value.length + 4 < most)
      body = withValueAt(body, path.slice(1), `\u202e${value}\u2066\u200b`)
  }
  return body
}

/** Columns of type text, JSON or array in which an invisible character was stored. */
async function disguisedColumns(): Promise<string[]> {
  const columns = await db().rows<{ tableName: string; columnName: string }>(
    `SELECT c.table_name, c.column_name FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type IN ('text', 'json', 'jsonb', 'ARRAY')`,
  )
  const found: string[] = []
  for (const { tableName, columnName } of columns) {
    const rows = await db().rows(
      `SELECT FROM "${tableName}" WHERE "${columnName}"::text ~ '[\u202a-\u202e\u2066-\u2069\u200b]' LIMIT 1`,
    )
    if (rows.length > 0) found.push(`${tableName}.${columnName}`)
  }
  return found
}

const callsWithBody = registry
  .filter((call) => callTestRows[callNameOf(call)]?.body)
  .map((call) => [callNameOf(call), call] as const)

test.each(callsWithBody)(
  '%s takes what is right between such characters for what is seen, and stores none',
  async (name, call) => {
    const row = callTestRows[name] as CallTestRow
    const caller = callerNames.find((each) => expectedAccess(row, each) === 'in') ?? 'OWNER'
    const answer = await sendAs(call, row, caller, { change: (right) => disguise(call, right) })
    expect(answer.status, String(answer.body)).toBe(row.status ?? 200)
  },
)

test('after all these calls no column holds a character that turns or hides a text', async () => {
  expect(await disguisedColumns()).toEqual([])
})
