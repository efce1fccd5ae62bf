import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Runs code in a separate process and returns the lines it logged. */
function loggedLines(code: string, level = 'info'): Record<string, unknown>[] {
  const source = `import { log } from '#lib/core/log.ts'; ${code}`
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    env: { ...process.env, LOG_LEVEL: level },
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  return stderr
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

test('secrets and personal data are never logged, only that the field was there', () => {
  const fields = {
    password: 'p1',
    newPassword: 'p2',
    accessToken: 't1',
    token: 't2',
    AUTH_SECRET: 's',
    apiKey: 'k1',
    'api-key': 'k2',
    authorization: 'a',
    cookie: 'c',
    code: '12345',
    email: 'e@x.y',
    phoneNumber: '010',
    link: 'l',
    name: 'n',
    accountNumber: '1',
  }
  const [line] = loggedLines(`log.info('event', ${JSON.stringify(fields)})`)
  for (const field of Object.keys(fields)) expect(line?.[field], field).toBe('[redacted]')
})

test('one event is one line of JSON with its time, level and harmless fields', () => {
  const [line, ...others] = loggedLines("log.warn('a\\nb', { orderId: 7, status: 200, password: undefined })")
  expect(others).toEqual([])
  expect(line).toEqual({ at: expect.stringMatching(/Z$/), level: 'warn', message: 'a\nb', orderId: 7, status: 200 })
})

test('an error is logged with its stack', () => {
  const [line] = loggedLines("log.error('failed', { error: new TypeError('why') })")
  expect(line?.error).toEqual({ name: 'TypeError', message: 'why', stack: expect.stringContaining('TypeError: why') })
})

test('values that JSON can’t represent don’t make logging fail', () => {
  const [line] = loggedLines("const a = { point: 5n }; a.self = a; log.info('event', { a, point: 7n })")
  expect(line).toMatchObject({ message: 'event', a: { point: 5, self: '[Circular]' }, point: 7 })
})

test('nothing below LOG_LEVEL is written, and waiting lines are written at the end of the process', () => {
  const code = "log.debug('d'); log.info('i'); log.warn('w'); log.error('e')"
  const messages = (level: string) => loggedLines(code, level).map(({ message }) => message)
  expect([messages('debug'), messages('warn'), messages('error'), messages('silent')]).toEqual([
    ['d', 'i', 'w', 'e'],
    ['w', 'e'],
    ['e'],
    [],
  ])
})

test('every line of a request has its id, also after an await, and no other line has it', () => {
  const code = `const { runInRequest } = await import('#lib/core/request-context.ts')
    await runInRequest('r-1', async () => { await null; log.info('within') }); log.info('outside')`
  const [within, outside] = loggedLines(code)
  expect(within).toMatchObject({ message: 'within', requestId: 'r-1' })
  expect(outside).not.toHaveProperty('requestId')
})
