import { afterAll, describe, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import type { Call } from '#lib/core/call.ts'
import { registry } from '#lib/web/registry.ts'
import type { CallTestRow } from '#lib/web/testing/row.ts'
import {
  type CallerName,
  callerNames,
  callNameOf,
  callTestRows,
  canSeeRecord,
  expectedAccess,
  hasPathParameter,
  makeSendAs,
  sendAs,
} from './matrix.ts'

afterAll(() => expectBooksBalance())

const malformedMessage = '입력 양식을 맞춰주세요'
/** Row of a call without test data, so that the other tests can run; the first test reports such calls. */
const missingRow: CallTestRow = { access: 'OWNER' }

test('every call has a row in testing/call-rows.ts of its domain, and every row a call', () => {
  expect(registry.map(callNameOf).toSorted()).toEqual(Object.keys(callTestRows).toSorted())
})

test('no two calls share a method and a path', () => {
  expect(new Set(registry.map(callNameOf)).size).toBe(registry.length)
})

type Answer = Awaited<ReturnType<typeof sendAs>>

function expectRefusal({ status, json, headers }: Answer, expected: number, what: string): void {
  expect({ status, what, message: json?.message }).toEqual({ status: expected, what, message: expect.any(String) })
  const keys = status === 400 ? ['code', 'issues', 'message'] : ['code', 'message']
  expect(Object.keys(json).toSorted()).toEqual(keys)
  expect(json.code).toMatch(/^[A-Z_]+$/)
  expect(headers['cache-control']).toMatch(/^no-store(, no-transform)?$/)
}

/** Expects that a 401 answer to a session deletes the session cookie, and that a 401 answer to an API key doesn't. */
function expectCookie({ status, headers }: Answer, { access }: CallTestRow): void {
  if (status !== 401) return
  if (access === 'api-key') expect(headers['set-cookie']).toBeUndefined()
  else expect(headers['set-cookie']).toMatch(/^token=; .*Max-Age=0/)
}

const wrongBodies = ['', '{', '[]', 'null', '"text"', '1', '\u0000', '{"a":1}{', Buffer.from([0x7b, 0xff, 0x7d])]
const wrongIds = ['0', '-1', 'abc', '1.5', '1e3', '%31', '１', '99999999999999999999', '999999999', '%00', "1'"]

async function tryValidRequest(call: Call, row: CallTestRow, name: CallerName): Promise<void> {
  const expected = hasPathParameter(call) && !canSeeRecord(row, name) ? 404 : (row.status ?? 200)
  const answer = await sendAs(call, row, name)
  if (expected >= 400) expectRefusal(answer, expected, 'another one’s')
  else expect({ status: answer.status, json: answer.json }).toMatchObject({ status: expected })
}

async function tryWrongBodies(call: Call, row: CallTestRow, name: CallerName): Promise<void> {
  const ask = makeSendAs(call, row, name)
  for (const raw of wrongBodies) {
    const answer = await ask({ raw })
    expectRefusal(answer, 400, JSON.stringify(raw))
    expect(answer.json.message).toBe(row.malformed ?? malformedMessage)
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])
    expectRefusal(await ask({ headers: { 'content-type': type } }), 415, type)
}

async function tryUnknownFields(call: Call, row: CallTestRow, name: CallerName): Promise<void> {
  if (!canSeeRecord(row, name)) return
  const search = [row.query?.good, 'unknown=1&__proto__=1'].filter(Boolean).join('&')
  const { status } = await sendAs(call, row, name, { search, headers: { 'x-unknown': '1' } })
  expect(status).toBe(row.status ?? 200)
  const raw = await bodyWithUnknownFields(row)
  if (raw) expect((await sendAs(call, row, name, { raw })).status).toBe(row.status ?? 200)
}

/** A valid body with additional unknown fields. Null if the call has no body or one that depends on the caller. */
async function bodyWithUnknownFields({ body }: CallTestRow): Promise<string | null> {
  if (body?.length !== 0) return null
  const text = JSON.stringify(await (body as () => unknown)())
  const more = '"unknown":{"a":[1]},"__proto__":{"role":"OWNER"},"constructor":1'
  const end = text.startsWith('[') ? '}]' : '}'
  return `${text.slice(0, -end.length)}${text === '{}' ? '' : ','}${more}${end}`
}

const isStaffCaller = (name: string): boolean => ['SUPPORT', 'MANAGER', 'OWNER'].includes(name)

const rowsOfCalls = registry.map((call) => ({
  call,
  name: callNameOf(call),
  row: callTestRows[callNameOf(call)] ?? missingRow,
}))

/** Refusals of API v2, whose status is always 200 (docs/contract.md#api-v2). */
const apiV2Errors = { 401: 'Invalid API key', 403: 'Account is restricted' }

// lib/reseller/v2 tests how API v2 answers wrong bodies, ids and unknown fields.
describe.each(rowsOfCalls.filter(({ call }) => call.protocol))('$name, in its own form', ({ call, row }) => {
  test.each(callerNames)('tells %s whether he may', async (name) => {
    const expected = expectedAccess(row, name)
    const answer = await sendAs(call, row, name)
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['set-cookie']).toBeUndefined()
    if (expected === 'in') expect(answer.json).toEqual({ balance: '1000', currency: 'KRW' })
    else expect(answer.json).toEqual({ error: apiV2Errors[expected] })
  })
})

describe.each(rowsOfCalls.filter(({ call }) => !call.protocol))('$name', ({ call, row }) => {
  test('is declared as its row says', () => {
    expect(call.access).toBe(row.access)
    expect(Boolean(call.body)).toBe(Boolean(row.body))
    expect(hasPathParameter(call)).toBe(Boolean(row.id))
  })

  const refused = callerNames.filter((name) => expectedAccess(row, name) !== 'in')
  const admitted = callerNames.filter(
    (name) => expectedAccess(row, name) === 'in' && !(row.refusesStaff && isStaffCaller(name)),
  )

  test.each(refused)('refuses %s, whatever the request says', async (name) => {
    const expected = Number(expectedAccess(row, name))
    const ask = makeSendAs(call, row, name)
    const answer = await ask()
    expectRefusal(answer, expected, 'good')
    expectCookie(answer, row)
    expectRefusal(await ask({ raw: '{' }), expected, 'bad body')
    if (hasPathParameter(call)) expectRefusal(await ask({ id: 'abc' }), expected, 'bad id')
    if (row.query) expectRefusal(await ask({ search: row.query.bad[0] }), expected, 'bad query')
  })

  test.each(admitted)('lets %s in', async (name) => {
    await tryValidRequest(call, row, name)
    await tryUnknownFields(call, row, name)
  })

  const first = admitted[0] ?? 'OWNER'
  if (call.body) test('tells what is no right body', () => tryWrongBodies(call, row, first))

  if (hasPathParameter(call))
    test('does not find what is not there', async () => {
      const ask = makeSendAs(call, row, first)
      for (const id of wrongIds) expectRefusal(await ask({ id }), 404, id)
    })

  if (row.query)
    test('refuses queries that make no sense', async () => {
      const ask = makeSendAs(call, row, first)
      for (const search of row.query?.bad ?? []) expectRefusal(await ask({ search }), 400, search)
    })
})
