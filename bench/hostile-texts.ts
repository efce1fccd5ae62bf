import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import type { Call } from '#lib/core/call.ts'
import { computeSignature } from '#lib/core/signature.ts'
import { openSession } from '#lib/sessions/open-session.ts'
import { registry } from '#lib/web/registry.ts'
import { type TextField, walkCall, withValueAt } from '#tests/calls/text-fields.ts'
import { startSeededDatabase } from './database.ts'
import { median, startWeb, WITHOUT_RATE_LIMITS } from './processes.ts'

/**
 * Lengths of a long text in bytes: BODY_BYTES in a body; HEAD_BYTES in a URL or header, because Node.js limits the head
 * of a request to 16 KiB.
 */
const BODY_BYTES = 250 * 1_024
const HEAD_BYTES = 6 * 1_024
const ROUNDS = 3
const ROUNDS_IF_SLOW = 15
/**
 * A field is slow if a request with a long text takes MAX_RATIO times as long as one with a single character, and also
 * MAX_EXTRA_MS longer.
 */
const MAX_RATIO = 3
const MAX_EXTRA_MS = 100

/** Makes a text of about `bytes` bytes of JSON by repeating `piece`. */
const repeatedTo = (piece: string) => (bytes: number) => {
  const size = Buffer.byteLength(JSON.stringify(piece)) - 2
  return piece.repeat(Math.floor(bytes / size))
}

const textOfShape: Record<string, (bytes: number) => string> = {
  dots: (bytes) => `a@${repeatedTo('.')(bytes - 3)}@`,
  spaces: (bytes) => `a${repeatedTo(' ')(bytes - 2)}a`,
  at: repeatedTo('@'),
  brackets: repeatedTo('['),
  surrogates: repeatedTo('\u{1F600}'),
  digits: repeatedTo('1'),
  quotes: repeatedTo('"'),
  commas: repeatedTo(','),
  combining: repeatedTo('\u0301'),
  slashes: repeatedTo('/'),
  mixed: repeatedTo('a@.'),
  newlines: repeatedTo('\n'),
}

type TestRequest = { method: string; path: string; headers: Record<string, string>; body?: string }

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Milliseconds from sending the request to the end of the response. */
function timeRequest(
  port: number,
  { method, path, headers, body }: TestRequest,
): Promise<{ ms: number; status: number }> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const sent = request({ agent, port, host: '127.0.0.1', method, path, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve({ ms: performance.now() - started, status: response.statusCode ?? 0 }))
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

type Credentials = { token: string; key: string; hookSecret: string }

/** Builds a request that is valid except for one field, whose text is `value`, so that the call reads that field. */
function requestOf(call: Call, { path: [part, ...names] }: TextField, value: string, asker: Credentials): TestRequest {
  const path = call.path.replace(/\{\w+\}/, part === 'params' ? encodeURIComponent(value) : '1')
  const search = part === 'query' ? `?${encodeURIComponent(names.join('.'))}=${encodeURIComponent(value)}` : ''
  const filled = part === 'body' ? withValueAt(undefined, names, value) : {}
  const body = JSON.stringify(names[0] === 'feeValue' ? { ...Object(filled), name: 'a', point: 1, feeType: 1 } : filled)
  const timestamp = String(Date.now())
  const credentialHeader: Record<string, string> =
    call.access === 'api-key' ? { 'api-key': asker.key } : { authorization: `Bearer ${asker.token}` }
  return {
    method: call.method,
    path: path + search,
    headers: {
      ...credentialHeader,
      'x-timestamp': timestamp,
      'x-signature': computeSignature(asker.hookSecret, timestamp, Buffer.from(body)),
      ...(call.body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    },
    ...(call.body && { body }),
  }
}

type FieldCase = { call: Call; field: TextField; shape: string }
/** A field's median times in milliseconds: with a single character (`short`) and with a long text (`long`). */
type Medians = { what: string; short: number; long: number }

const isSlow = ({ short, long }: Medians): boolean => long > Math.max(short * MAX_RATIO, short + MAX_EXTRA_MS)

/**
 * Sends 12 kinds of long texts in each text field of each call: 250 KiB in a body, less in a URL. Compares their times
 * with those of a single character, by the medians of interleaved rounds. Returns true if no field is slow and no
 * request was answered with status 500 or above.
 */
export async function proveLongTexts(): Promise<boolean> {
  const { db, end } = await startSeededDatabase(2)
  const hookSecret = randomBytes(32).toString('hex')
  const [owner] = await db.rows<{ id: number }>(
    `WITH member AS (INSERT INTO members (login_id, role) VALUES ('bench_owner', 'OWNER') RETURNING id),
     balance AS (INSERT INTO balances (member_id, point) SELECT id, 0 FROM member)
     SELECT id FROM member`,
  )
  if (!owner) throw new Error('no owner was made')
  const { token } = await openSession(db, { memberId: owner.id, role: 'OWNER', device: 'bench', totp: true })
  const asker: Credentials = { token, key: await issueApiKey(db, owner.id), hookSecret }
  const shop = await startWeb({ ...WITHOUT_RATE_LIMITS, DEMO: 'true', DEPOSIT_HOOK_SECRET: hookSecret })

  const figures: Medians[] = []
  let faults = 0
  const cases = registry.flatMap((call) =>
    walkCall(call).fields.flatMap((field) => Object.keys(textOfShape).map((shape) => ({ call, field, shape }))),
  )

  const measureField = async ({ call, field, shape }: FieldCase, rounds: number): Promise<Medians> => {
    // Percent-encoding makes a text in a URL up to three times as long.
    const text = textOfShape[shape]?.(field.path[0] === 'body' ? BODY_BYTES : HEAD_BYTES / 3) ?? ''
    const times: { short: number[]; long: number[] } = { short: [], long: [] }
    for (let round = 0; round < rounds; round++) {
      for (const [name, value] of [
        ['short', '1'],
        ['long', text],
      ] as const) {
        const { ms, status } = await timeRequest(shop.port, requestOf(call, field, value, asker))
        times[name].push(ms)
        if (status >= 500) faults += 1
      }
    }
    const what = `${call.method} ${call.path} ${field.path.join('.')} ${shape}`
    return { what, short: median(times.short), long: median(times.long) }
  }

  for (const each of cases) {
    const figure = await measureField(each, ROUNDS)
    // Three rounds aren't reliable on a busy machine: a field that seems slow is measured again with more rounds.
    figures.push(isSlow(figure) ? await measureField(each, ROUNDS_IF_SLOW) : figure)
  }

  const slow = figures.filter(isSlow)
  const worst = figures.toSorted((a, b) => b.long - b.short - (a.long - a.short)).slice(0, 3)
  console.log(
    `${cases.length / Object.keys(textOfShape).length} fields of ${registry.length} calls, ${Object.keys(textOfShape).length} shapes, medians of ${ROUNDS}:`,
  )
  for (const { what, short, long } of [...worst, ...slow])
    console.log(`  ${long.toFixed(1)} ms beside ${short.toFixed(1)} ms: ${what}`)
  console.log(`${slow.length} too slow, ${faults} answered with a fault`)

  shop.child.kill('SIGKILL')
  agent.destroy()
  await end()
  return slow.length === 0 && faults === 0
}
