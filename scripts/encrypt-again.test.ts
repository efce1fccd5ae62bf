import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { profileCall } from '#lib/accounts/calls.ts'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { createResetLink, holderOfResetLink } from '#lib/accounts/reset-link.ts'
import { makeApiKeyCall } from '#lib/api-keys/calls.ts'
import { isPublicSandboxKey, publicSandboxKey } from '#lib/api-keys/queries/public-sandbox-key.ts'
import { callerOfKey } from '#lib/api-keys/testing/holder.ts'
import { isSamePerson } from '#lib/approvals/own-account.ts'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { proveBooks } from '#lib/books/prove-books.ts'
import { sealBooks } from '#lib/books/seal-books.ts'
import { accountNumberHash } from '#lib/charges/hash-accounts.ts'
import { makeCashRefundInput, makeCashRefundRequest } from '#lib/charges/testing/refunds.ts'
import { makeConnection } from '#lib/connections/testing/connections.ts'
import { decryptWithSecretIndex, deriveKeys } from '#lib/core/crypto.ts'
import { db, oneRow, type SqlStatement } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { computeSignature } from '#lib/core/signature.ts'
import { ownerDatabase, withoutTriggers } from '#lib/core/testing/database.ts'
import { startWithSecrets } from '#lib/core/testing/secrets.ts'
import { depositHookCall } from '#lib/deposits/calls.ts'
import { makeMember, TEST_PASSWORD } from '#lib/members/testing/members.ts'
import { lastCodeTo } from '#lib/messages/testing/outbox.ts'
import { makePendingChange } from '#lib/pending-changes/decisions/testing/changes.ts'
import { makeProvider } from '#lib/providers/testing/providers.ts'
import { turnOnPushCall } from '#lib/push/calls.ts'
import { decryptSubscriptionWithSecretIndex } from '#lib/push/stored-subscription.ts'
import { makeBrowser, turnOnPushIn } from '#lib/push/testing/browsers.ts'
import { vapidHeader, vapidPublicKey } from '#lib/push/vapid.ts'
import { metricsCall } from '#lib/reports/calls.ts'
import { loginCall, totpLoginCall } from '#lib/sessions/calls.ts'
import { isValidReauthToken } from '#lib/sessions/queries.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { makeStaff, totpCodeOf } from '#lib/sessions/testing/totp.ts'
import { readSignUpTicket, signSignUpTicket } from '#lib/sns/sign-ticket.ts'
import { issueEnrolCode, spendEnrolCode } from '#lib/staff/enrol-code.ts'
import { checkCode } from '#lib/verification/check-code.ts'
import { sendCode } from '#lib/verification/send-code.ts'
import { newAddress, type SignedIn, send, signedIn } from '#lib/web/testing/caller.ts'
import { renewWebhookSecret, setWebhook } from '#lib/webhooks/set-webhook.ts'
import { encryptAgain, encryptedColumns } from './encrypt-again.ts'

const newSecret = () => randomBytes(32).toString('hex')

let formerSecret: string
let currentSecret: string

beforeEach(() => {
  ;[formerSecret, currentSecret] = [newSecret(), newSecret()]
  startWithSecrets(formerSecret)
})

async function makeKey(member: SignedIn): Promise<string> {
  const headers = { ...member.headers, ...(await reauthHeaders(member)) }
  return (await send(makeApiKeyCall, { headers, body: { name: '서버' } })).json.apiKey
}

const profileStatus = async ({ headers }: SignedIn) => (await send(profileCall, { headers })).status

async function ticketOf(loginId: string): Promise<string> {
  const body = { id: loginId, password: TEST_PASSWORD }
  return (await send(loginCall, { body, address: newAddress() })).json.ticket
}

/** Issues one of everything that is later verified with AUTH_SECRET: sessions, keys, links, codes and tickets. */
async function issueAll() {
  const member = await signedIn()
  const { 'x-reauth': proof = '' } = await reauthHeaders(member)
  const staff = await makeStaff()
  const email = `${member.loginId}@example.com`
  await db().rows('UPDATE members SET email = $2 WHERE id = $1', [member.id, email])
  const holder = await oneRow<{ passwordHash: string }>(db(), 'SELECT password_hash FROM members WHERE id = $1', [
    member.id,
  ])
  const link = await createResetLink(db(), { memberId: member.id, loginId: member.loginId, email, ...holder })
  await sendCode(db(), { channel: 'EMAIL', target: email })
  const owner = staffOf(await makeStaff('OWNER'), 'OWNER')
  const colleague = await makeMember({ role: 'SUPPORT' })
  const browser = makeBrowser()
  await turnOnPushIn(member, browser)
  return {
    member,
    proof,
    key: await makeKey(member),
    token: new URL(link).searchParams.get('token') ?? '',
    code: { channel: 'EMAIL' as const, target: email, code: await lastCodeTo(email) },
    signUp: await signSignUpTicket('subject'),
    staff: { ticket: await ticketOf(staff.loginId), code: totpCodeOf(staff.secret) },
    invited: { memberId: colleague.id, ...(await issueEnrolCode(db(), owner, { memberId: colleague.id })) },
    sandboxKey: publicSandboxKey(),
  }
}

/** Tries everything that `issueAll` issued. Returns what is accepted, and uses up what can be used only once. */
async function acceptedOf({
  member,
  proof,
  key,
  token,
  code,
  signUp,
  staff,
  invited,
  sandboxKey,
}: Awaited<ReturnType<typeof issueAll>>) {
  const caller = { memberId: member.id, sessionId: null } as never
  const session = await profileStatus(member)
  const { sid } = JSON.parse(Buffer.from(member.token.split('.')[1] ?? '', 'base64url').toString())
  return {
    session: session === 200,
    proof: await isValidReauthToken({ ...(caller as object), sessionId: sid } as never, proof),
    key: (await callerOfKey(key)) !== null,
    link: (await holderOfResetLink(db(), token)) !== null,
    code: await checkCode(db(), code).then(
      () => true,
      () => false,
    ),
    signUp: (await readSignUpTicket(signUp)) !== null,
    staff: (await send(totpLoginCall, { body: staff, address: newAddress() })).status === 200,
    invited: await spendEnrolCode(db(), invited.memberId, invited.code),
    sandboxKey: isPublicSandboxKey(sandboxKey),
  }
}

const all = (value: boolean) => ({
  ...{ session: value, proof: value, key: value, link: value, code: value, signUp: value, staff: value },
  ...{ invited: value, sandboxKey: value },
})

test('while AUTH_SECRET is replaced, what either secret handed out is accepted, whichever comes first', async () => {
  const old = await issueAll()
  startWithSecrets(currentSecret, [formerSecret])
  expect(await acceptedOf(old)).toEqual(all(true))
  const fresh = await issueAll()
  startWithSecrets(formerSecret, [currentSecret])
  expect(await acceptedOf(fresh)).toEqual(all(true))
})

test('a secret that was removed opens nothing; a key that was used meanwhile goes on', async () => {
  const [unused, used] = [await issueAll(), await issueAll()]
  startWithSecrets(currentSecret, [formerSecret])
  expect(await callerOfKey(used.key)).not.toBeNull()
  startWithSecrets(currentSecret)
  expect(await acceptedOf(unused)).toEqual(all(false))
  expect(await callerOfKey(used.key)).toMatchObject({ memberId: used.member.id })
})

test('notices go on with the key pair that their browser subscribed with', async () => {
  const former = vapidPublicKey()
  const member = await signedIn()
  await turnOnPushIn(member, makeBrowser())
  startWithSecrets(currentSecret, [formerSecret])
  const { sealed } = await oneRow<{ sealed: Buffer }>(
    db(),
    'SELECT sealed FROM push_subscriptions WHERE member_id = $1',
    [member.id],
  )
  const { subscription, secretIndex } = decryptSubscriptionWithSecretIndex(sealed)
  expect(await vapidHeader(subscription.endpoint, secretIndex)).toContain(`k=${former}`)
  expect(vapidPublicKey()).not.toBe(former)
})

test('a browser that subscribed with the key of one process and reports to another has notices signed by its key', async () => {
  const formerKey = vapidPublicKey()
  const member = await signedIn()
  startWithSecrets(currentSecret, [formerSecret])
  const turnOn = async (publicKey: string) =>
    (await send(turnOnPushCall, { headers: member.headers, body: { ...makeBrowser().subscription, publicKey } })).status
  const keysOfBrowsers = async () => {
    const rows = await db().rows<{ sealed: Buffer }>(
      'SELECT sealed FROM push_subscriptions WHERE member_id = $1 ORDER BY id',
      [member.id],
    )
    const found = rows.map(({ sealed }) => decryptSubscriptionWithSecretIndex(sealed))
    return Promise.all(
      found.map(async ({ subscription, secretIndex }) =>
        (await vapidHeader(subscription.endpoint, secretIndex)).replace(/.*k=/, ''),
      ),
    )
  }
  expect([await turnOn(formerKey), await turnOn(vapidPublicKey())]).toEqual([200, 200])
  expect(await keysOfBrowsers()).toEqual([formerKey, vapidPublicKey()])
  expect(await turnOn(Buffer.alloc(65, 4).toString('base64url'))).toBe(400)
})

/**
 * By encrypted column, the indexes of the secrets that decrypt its cells: 0 is AUTH_SECRET, and 'none' means that no
 * secret decrypts a cell.
 */
const openedBy = async () => {
  const opened = new Map<string, Set<number | 'none'>>()
  for (const { table, column, purpose, text } of encryptedColumns) {
    const read = text ? `decode(${column}, 'base64')` : `"${column}"`
    const cells = await ownerDatabase().rows<{ sealed: Buffer }>(
      `SELECT ${read} AS sealed FROM ${table} WHERE "${column}" <> ''`,
    )
    const secrets = cells.map(({ sealed }) => {
      try {
        return decryptWithSecretIndex(purpose, sealed).secret
      } catch {
        return 'none' as const
      }
    })
    opened.set(`${table}.${column}`, new Set(secrets))
  }
  return opened
}

test('whatever is stored encrypted is encrypted again, whole, while the shop runs, and a second run finds nothing', async () => {
  for (const { table, column } of encryptedColumns)
    if (!/outbox|pending|retained/.test(table))
      await ownerDatabase().rows(`DELETE FROM ${table} WHERE "${column}" IS NOT NULL`)
  for (const table of ['outbox_messages', 'pending_changes', 'retained_records'])
    await withoutTriggers(`DELETE FROM ${table}`)
  const member = await signedIn()
  await send(makeApiKeyCall, { headers: member.headers, body: { name: '시험', test: true } })
  await makeConnection({ kind: 'solapi' })
  await makeProvider({ url: 'https://provider.example/api/v2', key: 'provider-key' })
  await setWebhook(db(), { memberId: member.id, url: 'https://hooks.example/in', enabled: true })
  await renewWebhookSecret(db(), { memberId: member.id, overlapHours: 24 })
  const owner = await makeStaff('OWNER')
  await makePendingChange(owner.id)
  await sendCode(db(), { channel: 'PHONE', target: '01012345678' })
  const colleague = await makeMember({ role: 'SUPPORT' })
  const ticket = await ticketOf(colleague.loginId)
  await db().rows(`UPDATE login_tickets SET secret = (SELECT secret FROM staff_totp LIMIT 1)`)
  expect(ticket).toBeDefined()
  await deleteAccount(db(), (await makeMember({ email: 'gone@example.com' })).id, '')
  const refunded = await makeMember()
  await makeCashRefundRequest(refunded.id)

  startWithSecrets(currentSecret, [formerSecret])
  expect(new Set([...(await openedBy()).values()].map((secrets) => [...secrets].join()))).toEqual(new Set(['1']))
  const first = await encryptAgain(ownerDatabase())
  expect(first.filter(({ again }) => again === 0)).toEqual([])
  expect(first.filter(({ lost }) => lost > 0)).toEqual([])
  const second = await encryptAgain(ownerDatabase())
  expect(second.filter(({ again, lost }) => again + lost > 0)).toEqual([])

  startWithSecrets(currentSecret)
  expect(new Set([...(await openedBy()).values()].map((secrets) => [...secrets].join()))).toEqual(new Set(['0']))
  const { accountHash } = await oneRow<{ accountHash: Buffer }>(
    db(),
    'SELECT account_hash FROM refund_requests WHERE member_id = $1',
    [refunded.id],
  )
  expect(accountHash).toEqual(accountNumberHash(makeCashRefundInput().account))
})

test('a row that the shop changes while its column is read is encrypted again, too', async () => {
  const owner = ownerDatabase()
  // Frees the place of the first row in the table's file. When the second row is updated, PostgreSQL stores it in this
  // earlier place.
  const goneId = await makeProvider({ url: 'https://gone.example/api/v2', key: 'provider-key' })
  const busyId = await makeProvider({ url: 'https://busy.example/api/v2', key: 'provider-key' })
  await owner.rows('DELETE FROM providers WHERE id = $1', [goneId])
  await owner.rows('VACUUM providers')
  startWithSecrets(currentSecret, [formerSecret])
  let isBusy = true
  await encryptAgain({
    ...owner,
    rows: async <T>(statement: string | SqlStatement, values?: readonly unknown[]) => {
      const rows = await owner.rows<T>(statement, values)
      if (isBusy && String(statement).includes('FROM providers')) {
        isBusy = false
        await owner.rows('UPDATE providers SET name = name WHERE id = $1', [busyId])
      }
      return rows
    },
  })
  expect((await openedBy()).get('providers.encrypted_key')).not.toContain(1)
})

test('while AUTH_SECRET is replaced, accounts with one refund account stay those of one person', async () => {
  const [first, second, third] = [await makeMember(), await makeMember(), await makeMember()]
  const areOnePersons = async () => [
    await isSamePerson(db(), first.id, second.id),
    await isSamePerson(db(), third.id, first.id),
  ]
  await makeCashRefundRequest(first.id)
  startWithSecrets(currentSecret, [formerSecret])
  await makeCashRefundRequest(second.id)
  startWithSecrets(formerSecret, [currentSecret])
  await makeCashRefundRequest(third.id)
  expect(await areOnePersons()).toEqual([true, true])
  startWithSecrets(currentSecret, [formerSecret])
  await encryptAgain(ownerDatabase())
  expect(await areOnePersons()).toEqual([true, true])
})

test('an account number that no secret decrypts is counted as lost, and the rotation goes on', async () => {
  const [lost, whole] = [await makeMember(), await makeMember()]
  const lostId = await makeCashRefundRequest(lost.id)
  await makeCashRefundRequest(whole.id)
  await db().rows("UPDATE refund_requests SET account = '\\x00' WHERE id = $1", [lostId])
  startWithSecrets(currentSecret, [formerSecret])
  const accounts = (await encryptAgain(ownerDatabase())).find(({ table }) => table === 'refund_requests')
  expect(accounts?.lost).toBeGreaterThanOrEqual(1)
  const { accountHash } = await oneRow<{ accountHash: Buffer }>(
    db(),
    'SELECT account_hash FROM refund_requests WHERE member_id = $1',
    [whole.id],
  )
  expect(accountHash).toEqual(accountNumberHash(makeCashRefundInput().account))
  await db().rows("UPDATE refund_requests SET account = '' WHERE id = $1", [lostId])
})

test('every column of the schema that holds bytes is encrypted again, or is named here as no ciphertext', () => {
  const others = [
    ...['assets.bytes', 'audit_links.content', 'ledger_leaves.prints', 'question_pictures.bytes', 'seals.mac'],
    'bank_file_maps.fingerprint',
    // This column isn't encrypted again: a subscription is bound to the key pair that the browser subscribed with, and
    // the browser subscribes again.
    'push_subscriptions.sealed',
  ]
  const found: string[] = []
  for (const file of globSync('prisma/*.prisma', { cwd: join(import.meta.dirname, '..') })) {
    const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
    for (const [, model = '', body = ''] of text.matchAll(/^model (\w+) \{(.*?)^\}/gms)) {
      const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model
      for (const [, field = '', rest = ''] of body.matchAll(/^\s+(\w+)\s+Bytes\b(.*)$/gm))
        if (!/hash|digest|turn|visitor/i.test(field))
          found.push(`${table}.${/@map\("(\w+)"\)/.exec(rest)?.[1] ?? field}`)
    }
  }
  const known = encryptedColumns.filter(({ text }) => !text).map(({ table, column }) => `${table}.${column}`)
  expect(found.filter((each) => !known.includes(each)).toSorted()).toEqual(others.toSorted())
})

test('seals signed under a removed secret hold by SEAL_KEYS, and are forged without', async () => {
  await sealBooks(db(), -1)
  startWithSecrets(currentSecret, [formerSecret])
  await signedIn()
  await sealBooks(db(), -1)
  const [, formerKey] = deriveKeys('seal')
  const faults = async () => (await proveBooks(db())).seals.filter(({ fault }) => fault === 'FORGED')
  expect(await faults()).toEqual([])
  startWithSecrets(currentSecret, [], [formerKey?.toString('hex') ?? ''])
  expect(await faults()).toEqual([])
  startWithSecrets(currentSecret)
  expect(await faults()).not.toEqual([])
})

test('a deposit report and a reader of the metrics may use either secret while theirs is replaced', async () => {
  const [former = '', next] = [env().DEPOSIT_HOOK_SECRET, newSecret()]
  const raw = Buffer.from(JSON.stringify({ deposits: [] }))
  const report = async (secret: string) => {
    const timestamp = String(Math.floor(Date.now() / 1_000))
    const headers = { 'x-timestamp': timestamp, 'x-signature': computeSignature(secret, timestamp, raw) }
    return (await send(depositHookCall, { raw, headers })).status
  }
  const read = async (token: string) =>
    (await send(metricsCall, { headers: { authorization: `Bearer ${token}` } }).catch(() => ({ status: 200 }))).status
  Object.assign(env(), { DEPOSIT_HOOK_SECRET: next, DEPOSIT_HOOK_SECRET_FALLBACKS: [former] })
  expect([await report(former), await report(next), await report(newSecret())]).toEqual([400, 400, 401])
  Object.assign(env(), { DEPOSIT_HOOK_SECRET_FALLBACKS: [] })
  expect([await report(former), await report(next)]).toEqual([401, 400])
  const token = env().METRICS_TOKEN ?? ''
  Object.assign(env(), { METRICS_TOKEN: next, METRICS_TOKEN_FALLBACKS: [token] })
  expect([await read(token), await read(next)]).toEqual([200, 200])
  Object.assign(env(), { METRICS_TOKEN_FALLBACKS: [] })
  expect([await read(token), await read(next)]).toEqual([404, 200])
})
