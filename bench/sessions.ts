/**
 * Attacks the sessions of a shop with three web processes. A revocation must take effect in every process, wrong logins
 * must take equal times, and forged forwarding headers must not evade a limit. A reset link must work only once, and
 * writes from other origins must be refused. `npm run prove -- sessions [rounds]` fails if an attack succeeds.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createResetLink } from '#lib/accounts/reset-link.ts'
import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import type { Caller } from '#lib/core/call.ts'
import { oneRow } from '#lib/core/db.ts'
import { hashPassword } from '#lib/core/passwords.ts'
import { openSession } from '#lib/sessions/open-session.ts'
import { signReauthToken } from '#lib/sessions/reauth-token.ts'
import { loginFailureLimits } from '#lib/sessions/rules.ts'
import { sessionOfToken } from '#lib/sessions/sign-session-token.ts'
import { startDatabase } from './database.ts'
import { median, startWeb } from './processes.ts'
import { sendRequest } from './send-request.ts'

const rounds = Number(process.argv[2] ?? 10)
/** Number of wrong logins of each kind; their times are compared. */
const TIMED_LOGINS = 60
const MAX_REVOCATION_MS = 1_000
const MAX_TIME_DIFFERENCE_MS = 10
const PASSWORD = 'correct-horse-7'

const { db, end } = await startDatabase()
const passwordHash = await hashPassword(PASSWORD)
const failures: string[] = []

function check(passed: boolean, what: string): void {
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${what}`)
  if (!passed) failures.push(what)
}

let memberCount = 0

async function makeMember(columns: { role?: string; restriction?: string; password?: boolean } = {}) {
  const { role = 'MEMBER', restriction = 'NORMAL', password = true } = columns
  const loginId = `proof_${++memberCount}`
  const { id } = await oneRow<{ id: number }>(
    db,
    `WITH member AS (
       INSERT INTO members (login_id, password_hash, email, role, restriction) VALUES ($1, $2, $3, $4, $5) RETURNING id
     ), balance AS (INSERT INTO balances (member_id, point) SELECT id, 0 FROM member)
     SELECT id FROM member`,
    [loginId, password ? passwordHash : null, `${loginId}@example.com`, role, restriction],
  )
  return { id, loginId }
}

type SignedInMember = { id: number; loginId: string; token: string; sessionId: string; apiKey: string }

async function signedIn(): Promise<SignedInMember> {
  const member = await makeMember()
  const { token } = await openSession(db, { memberId: member.id, role: 'MEMBER', device: 'proof', totp: true })
  const sessionId = (await sessionOfToken(token)) ?? ''
  return { ...member, token, sessionId, apiKey: await issueApiKey(db, member.id) }
}

async function headersOf({ id, token, sessionId }: SignedInMember): Promise<Record<string, string>> {
  const proof = await signReauthToken({ memberId: id, sessionId } as Caller)
  return { authorization: `Bearer ${token}`, 'x-reauth': proof.token }
}

// Three processes without a proxy, and one that trusts the X-Forwarded-For of its proxy.
const webs = [await startWeb({}), await startWeb({}), await startWeb({})]
const behindProxy = await startWeb({ TRUSTED_PROXIES: '127.0.0.1' })
const ports = webs.map(({ port }) => port)
const [first = 0] = ports

const post = async (path: string, who: SignedInMember, body: unknown, method = 'POST') =>
  sendRequest({ port: first, path, method, headers: await headersOf(who), body })

/** Ways to revoke a session, or an API key where `credential` is 'api-key'. */
const revocations: Record<string, { by: (who: SignedInMember) => Promise<unknown>; credential?: 'api-key' }> = {
  'logging out': { by: (who) => post('/auth/logout', who, undefined) },
  'ending it from the list': { by: (who) => post(`/auth/sessions/${who.sessionId}`, who, undefined, 'DELETE') },
  'changing the password': {
    by: (who) => post('/auth/change-password', who, { currentPassword: PASSWORD, newPassword: 'another-horse-8' }),
  },
  'resetting the password': {
    by: async (who) => {
      const link = await createResetLink(db, { memberId: who.id, passwordHash, loginId: who.loginId, email: null })
      return post('/service/reset-password', who, {
        token: new URL(link).searchParams.get('token'),
        password: 'another-horse-8',
      })
    },
  },
  'a restriction': { by: (who) => db.rows(`UPDATE members SET restriction = 'BANNED' WHERE id = $1`, [who.id]) },
  'deleting the account': { by: (who) => post('/auth/account', who, undefined, 'DELETE') },
  'renewing the key': { by: (who) => post('/auth/api-key', who, undefined), credential: 'api-key' },
  'freezing the key': {
    by: async (who) => {
      const { id } = await oneRow<{ id: number }>(db, 'SELECT id FROM api_keys WHERE member_id = $1', [who.id])
      return post(`/auth/api-keys/${id}`, who, { frozen: true }, 'PATCH')
    },
    credential: 'api-key',
  },
}

const statusWith = async (
  port: number,
  who: SignedInMember,
  credential: 'session' | 'page' | 'api-key',
): Promise<number> => {
  const path = { session: '/auth/profile', page: '/account', 'api-key': '/status/1' }[credential]
  const headers: Record<string, string> =
    credential === 'api-key' ? { 'api-key': who.apiKey } : { cookie: `token=${who.token}` }
  return (await sendRequest({ port, path, headers })).status
}

/**
 * True if this status means that the credential is valid. An API key is tested by a request for an unknown order, which
 * is answered 404 if the key is valid.
 */
const isAccepted = (status: number, credential: string) => status === (credential === 'api-key' ? 404 : 200)

/**
 * Revokes a credential. Returns for how many milliseconds, counted from the answer to the revocation, at least one
 * process still accepted the credential.
 */
async function revoke(name: string): Promise<number> {
  const { by, credential } = revocations[name] ?? { by: async () => undefined }
  const who = await signedIn()
  const kinds = credential ? ([credential] as const) : (['session', 'page'] as const)
  const targets = ports.flatMap((port) => kinds.map((kind) => ({ port, kind })))
  for (const { port, kind } of targets)
    if (!isAccepted(await statusWith(port, who, kind), kind)) throw new Error(`${name}: ${kind} was refused before`)
  const answer = (await by(who)) as { status?: number; text?: string }
  if ((answer?.status ?? 200) >= 300) throw new Error(`${name}: ${answer.status} ${answer.text}`)
  const revoked = performance.now()
  const last = await Promise.all(
    targets.map(async ({ port, kind }) => {
      for (let accepted = 0; ; await wait(20)) {
        const sent = performance.now()
        if (!isAccepted(await statusWith(port, who, kind), kind)) return accepted
        accepted = sent - revoked
        if (accepted > 10_000) return accepted
      }
    }),
  )
  return Math.max(...last)
}

async function proveRevocation(): Promise<void> {
  for (const name of Object.keys(revocations)) {
    const longest: number[] = []
    for (let round = 0; round < rounds; round++) longest.push(await revoke(name))
    const worst = Math.max(...longest)
    check(worst <= MAX_REVOCATION_MS, `${name}: accepted nowhere ${Math.round(worst)} ms later (${rounds} rounds)`)
  }
}

const logIn = (port: number, id: string, headers: Record<string, string | string[]> = {}, password = 'wrong-horse-9') =>
  sendRequest({ port, path: '/auth/login', method: 'POST', headers, body: { id, password } })

/** Number of IP addresses of clients that `newAddress` has made so far. */
let addresses = 0
const newAddress = () => `198.18.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`

async function proveEqualTimes(): Promise<void> {
  const kinds = {
    'an unknown id': async () => `nobody_${randomInt(1e9)}`,
    'a wrong password': async () => (await makeMember()).loginId,
    'a banned member': async () => (await makeMember({ restriction: 'BANNED' })).loginId,
    'a member without a password': async () => (await makeMember({ password: false })).loginId,
    'a member of staff': async () => (await makeMember({ role: 'MANAGER' })).loginId,
  }
  const times = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, [] as number[]]))
  const answers = new Set<string>()
  for (let at = -5; at < TIMED_LOGINS; at++) {
    const order = Object.entries(kinds).toSorted(() => randomInt(3) - 1)
    for (const [kind, idOf] of order) {
      const id = await idOf()
      const { ms, status, text } = await logIn(behindProxy.port, id, { 'x-forwarded-for': newAddress() })
      answers.add(`${status} ${text}`)
      if (at >= 0) times[kind]?.push(ms)
    }
  }
  const medians = Object.entries(times).map(([kind, list]) => [kind, median(list)] as const)
  const all = medians.map(([, ms]) => ms)
  const differenceMs = Math.max(...all) - Math.min(...all)
  const list = medians.map(([kind, ms]) => `${kind} ${ms.toFixed(1)}`).join(', ')
  check(
    differenceMs <= MAX_TIME_DIFFERENCE_MS,
    `wrong logins: medians ${differenceMs.toFixed(1)} ms apart (${list} ms)`,
  )
  check(answers.size === 1, `wrong logins: ${answers.size} different answer (${[...answers].join(' | ')})`)
}

/**
 * Headers in which programs, proxies and CDNs state a client's IP address, by name. Each function returns the headers
 * that claim the given IP address.
 */
const forwardingHeaders: Record<string, (address: string) => Record<string, string | string[]>> = {
  'X-Forwarded-For': (address) => ({ 'x-forwarded-for': address }),
  'X-Forwarded-For, a list': (address) => ({ 'x-forwarded-for': `${address}, 10.0.0.1` }),
  'X-Forwarded-For, twice': (address) => ({ 'x-forwarded-for': [address, '10.0.0.1'] }),
  Forwarded: (address) => ({ forwarded: `for=${address};proto=https` }),
  ...Object.fromEntries(
    [
      ...['X-Real-IP', 'X-Client-IP', 'X-Originating-IP', 'X-Remote-IP', 'X-Remote-Addr', 'X-Cluster-Client-IP'],
      ...['True-Client-IP', 'CF-Connecting-IP', 'Fastly-Client-IP', 'X-Forwarded', 'Forwarded-For', 'X-ProxyUser-IP'],
      ...['X-Original-Forwarded-For', 'X-Azure-ClientIP', 'Client-IP', 'X-Host', 'X-Forwarded-Host', 'Via'],
    ].map((name) => [name, (address: string) => ({ [name.toLowerCase()]: address })]),
  ),
}

/**
 * Sends wrong logins, each with another login id. Returns how many of them were processed before the server refused the
 * client's IP address (429).
 */
async function guessesUntilRefused(port: number, forged: (address: string) => Record<string, string | string[]>) {
  await db.rows('DELETE FROM login_failures')
  let through = 0
  while (through <= loginFailureLimits.ofAddress + 2) {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => logIn(port, `guess_${randomInt(1e9)}`, forged(newAddress()))),
    )
    through += answers.filter(({ status }) => status !== 429).length
    if (answers.some(({ status }) => status === 429)) break
  }
  return through
}

/** The headers as a proxy forwards them: it appends the client's real IP address to X-Forwarded-For. */
function throughProxy(sent: Record<string, string | string[]>): Record<string, string | string[]> {
  const before = [sent['x-forwarded-for'] ?? []].flat()
  return { ...sent, 'x-forwarded-for': [...before, '203.0.113.9'].join(', ') }
}

async function proveLimits(): Promise<void> {
  const maxGuesses = loginFailureLimits.ofAddress
  for (const [name, forged] of Object.entries(forwardingHeaders)) {
    const direct = await guessesUntilRefused(ports[randomInt(ports.length)] ?? first, forged)
    const proxied = await guessesUntilRefused(behindProxy.port, (address) => throughProxy(forged(address)))
    check(
      direct <= maxGuesses && proxied <= maxGuesses,
      `${name}: ${direct} guesses directly, ${proxied} behind a proxy (at most ${maxGuesses})`,
    )
  }
  await db.rows('DELETE FROM login_failures')
}

async function proveSingleUse(): Promise<void> {
  let used = 0
  for (let round = 0; round < rounds; round++) {
    const member = await makeMember()
    const link = await createResetLink(db, { memberId: member.id, passwordHash, loginId: member.loginId, email: null })
    const token = new URL(link).searchParams.get('token')
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        sendRequest({
          port: behindProxy.port,
          path: '/service/reset-password',
          method: 'POST',
          headers: { 'x-forwarded-for': newAddress() },
          body: { token, password: `another-horse-${at}` },
        }),
      ),
    )
    used += answers.filter(({ status }) => status === 200).length
  }
  check(used === rounds, `${rounds} reset links, each used 12 times at once: ${used} passwords set`)
}

async function proveOrigins(): Promise<void> {
  const host = `127.0.0.1:${first}`
  const foreign: Record<string, string>[] = [
    ...['cross-site', 'same-site', 'SAME-ORIGIN', 'same-origin, none', 'x'].map((site) => ({ 'sec-fetch-site': site })),
    { 'sec-fetch-site': 'cross-site', origin: `http://${host}` },
    ...[
      ...[
        'null',
        'file://',
        `https://${host}`,
        'http://127.0.0.1',
        `http://127.0.0.1:${first + 1}`,
        'http://evil.example',
      ],
      ...[`http://${host}.evil.example`, `http://evil.example@${host}`, `http://${host}/`, `http://localhost:${first}`],
      ...[`http://${host} http://evil.example`, `http://evil.example#${host}`, `HTTP://${host}`, 'data:text/html,x'],
    ].map((origin) => ({ origin })),
    { referer: `http://${host}/order` },
    {},
  ]
  const who = await signedIn()
  let refused = 0
  for (const headers of foreign) {
    const sent = { cookie: `token=${who.token}`, ...headers }
    const { status } = await sendRequest({ port: first, path: '/auth/logout', method: 'POST', headers: sent })
    if (status === 403) refused += 1
    else console.log(`     ${JSON.stringify(headers)}: ${status}`)
  }
  const ours = { cookie: `token=${who.token}`, origin: `http://${host}` }
  const own = await sendRequest({ port: first, path: '/auth/logout', method: 'POST', headers: ours })
  check(refused === foreign.length, `writes by cookie from elsewhere: ${refused} of ${foreign.length} refused`)
  check(own.status === 200, 'a write by cookie from the shop’s own page, after all of these: accepted')
}

await proveOrigins()
await proveRevocation()
await proveSingleUse()
await proveEqualTimes()
await proveLimits()
for (const { child } of [...webs, behindProxy]) child.kill('SIGTERM')
await end()
if (failures.length > 0) {
  console.error(`${failures.length} attacks got through:\n${failures.join('\n')}`)
  process.exit(1)
}
process.exit(0)
