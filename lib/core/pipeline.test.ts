import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Caller, call, Reply } from './call.ts'
import { db } from './db.ts'
import { AppError, type ErrorCode } from './errors.ts'
import { log } from './log.ts'
import { ask } from './testing/call.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const callAnswering = (run: () => Promise<unknown>) =>
  call({ method: 'GET', path: '/test', access: 'public', answer: z.unknown(), run })

const callFailing = (error: unknown) => callAnswering(() => Promise.reject(error))

const statusOfCodes: [ErrorCode, number][] = [
  ['BAD_INPUT', 400],
  ['INSUFFICIENT_POINTS', 400],
  ['UNAUTHENTICATED', 401],
  ['FORBIDDEN', 403],
  ['RESTRICTED', 403],
  ['NOT_FOUND', 404],
  ['METHOD_NOT_ALLOWED', 405],
  ['CONFLICT', 409],
  ['TOO_LARGE', 413],
  ['NOT_JSON', 415],
  ['TOO_MANY_REQUESTS', 429],
  ['INTERNAL', 500],
  ['UNAVAILABLE', 503],
]

test.each(statusOfCodes)('the refusal %s is %i, with its sentence and nothing else', async (code, status) => {
  const answer = await ask(callFailing(new AppError(code, '이유')))
  expect(answer.status).toBe(status)
  expect(answer.json).toEqual({
    message: '이유',
    code,
    ...(status === 400 && { issues: [{ path: '', message: '이유' }] }),
  })
  expect(answer.headers['set-cookie']).toBeUndefined()
})

test.each([
  ['member', true],
  ['OWNER', true],
  ['api-key', false],
  ['public', false],
] as const)('a 401 to a call for %s drops the session cookie: %s', async (access, drops) => {
  const refused = call({
    method: 'GET',
    path: '/test',
    access,
    answer: z.unknown(),
    run: () => Promise.reject(new AppError('UNAUTHENTICATED', '이유')),
  })
  const caller: Caller = { memberId: 1, loginId: 'a', role: 'OWNER', via: 'session', sessionId: null }
  const answer = await ask(refused, { caller })
  expect([answer.status, Boolean(answer.headers['set-cookie'])]).toEqual([401, drops])
})

test('an unexpected error is logged with its call, and its text isn’t sent to the client', async () => {
  const logged = vi.spyOn(log, 'error').mockReturnValue()
  const secret = new Error('password of the database is hunter2')
  for (const error of [secret, 'a text', undefined, null]) {
    const answer = await ask(callFailing(error))
    expect(answer.status).toBe(500)
    expect(answer.json).toEqual({ message: '오류가 발생했습니다 잠시 후 시도해 주세요.', code: 'INTERNAL' })
  }
  expect(logged).toHaveBeenCalledTimes(4)
  expect(logged).toHaveBeenCalledWith('a call failed', { method: 'GET', path: '/test', error: secret })
})

test('a response that doesn’t match its declaration is a 500', async () => {
  vi.spyOn(log, 'error').mockReturnValue()
  const wrong = call({
    method: 'GET',
    path: '/test',
    access: 'public',
    answer: z.object({ id: z.number() }),
    run: async () => ({ id: 'one' }) as never,
  })
  expect((await ask(wrong)).status).toBe(500)
})

test('waiting too long for a lock is a CONFLICT that asks to try again', async () => {
  const waiting = callAnswering(() =>
    db().transaction(async (tx) => {
      await tx.rows("SELECT set_config('lock_timeout', '20ms', true)")
      await tx.rows("SELECT FROM cache_versions WHERE name = 'settings' FOR UPDATE")
    }),
  )
  await db().transaction(async (tx) => {
    await tx.rows("SELECT FROM cache_versions WHERE name = 'settings' FOR UPDATE")
    const answer = await ask(waiting)
    expect({ status: answer.status, json: answer.json }).toEqual({
      status: 409,
      json: { message: '잠시 후 다시 시도해 주세요.', code: 'CONFLICT' },
    })
  })
})

test('a response forbids caching unless the call sets its own cache-control', async () => {
  expect((await ask(callAnswering(async () => 1))).headers['cache-control']).toBe('no-store')
  const own = callAnswering(async () => new Reply(1, { 'cache-control': 'no-cache' }))
  expect((await ask(own)).headers['cache-control']).toBe('no-cache')
})

const callerOfRole = (role: Caller['role']): Caller => ({
  memberId: 1,
  loginId: 'a',
  role,
  via: 'session',
  sessionId: null,
})

test('a staff role opens its own calls and those of the roles below it', async () => {
  const roles = ['MEMBER', 'SUPPORT', 'MANAGER', 'OWNER'] as const
  for (const access of ['SUPPORT', 'MANAGER', 'OWNER'] as const) {
    const declared = call({ method: 'GET', path: '/test', access, answer: z.unknown(), run: async () => 1 })
    const statuses = await Promise.all(
      roles.map(async (role) => (await ask(declared, { caller: callerOfRole(role) })).status),
    )
    expect(statuses).toEqual(roles.map((role) => (roles.indexOf(role) >= roles.indexOf(access) ? 200 : 403)))
  }
})

test('a body and an idempotency key that a call doesn’t declare are ignored', async () => {
  const run = vi.fn(async () => 1)
  const declared = call({ method: 'POST', path: '/test', access: 'public', answer: z.unknown(), run })
  const headers = { 'content-type': 'text/plain', 'idempotency-key': 'not one ' }
  expect((await ask(declared, { headers, body: '{' })).status).toBe(200)
  expect(run).toHaveBeenCalledWith(expect.objectContaining({ body: undefined, idempotency: null }))
})

const echo = (body: z.ZodType) =>
  call({
    method: 'POST',
    path: '/test',
    access: 'public',
    body,
    answer: z.unknown(),
    run: async (request) => request.body,
  })

test('a null counts as absent, in a list too, except where a null means something', async () => {
  const row = z.object({ name: z.string(), size: z.int().default(3) })
  const declared = echo(row.extend({ group: z.int().nullable(), rows: z.array(row) }))
  const answer = await ask(declared, { body: { name: 'a', size: 4, group: null, rows: [] } })
  expect(answer.json).toEqual({ name: 'a', size: 4, group: null, rows: [] })
  const nulls = { name: 'a', size: null, rows: [{ name: 'b', size: null }] }
  expect((await ask(echo(row.extend({ rows: z.array(row) })), { body: nulls })).json).toEqual({
    name: 'a',
    size: 3,
    rows: [{ name: 'b', size: 3 }],
  })
  const { status, json } = await ask(echo(row), { body: { name: null, size: null } })
  expect([status, json.issues.map(({ path }: { path: string }) => path)]).toEqual([400, ['name']])
})

test('a body may be missing if the schema accepts that, but not if the headers announce one', async () => {
  const optional = echo(z.object({ size: z.int().optional() }).prefault({}))
  expect((await ask(optional)).json).toEqual({})
  expect((await ask(optional, { headers: { 'content-length': '0' } })).status).toBe(200)
  const bodies: [string, string][] = [
    ['content-length', '9'],
    ['transfer-encoding', 'chunked'],
    ['content-type', 'text/plain'],
  ]
  for (const [name, value] of bodies) expect((await ask(optional, { headers: { [name]: value } })).status).toBe(415)
  expect((await ask(echo(z.object({})))).status).toBe(415)
})
