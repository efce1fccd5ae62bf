import { expect, test } from 'vitest'
import { reauthCall } from '#lib/accounts/calls.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { TEST_PASSWORD } from '#lib/members/testing/members.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { addProviderCall, changeProviderCall, providersCall, removeProviderCall, setRoutesCall } from './calls.ts'
import { makeDeliveredService } from './testing/providers.ts'

const validInput = { name: '도매 공급사', apiUrl: 'https://provider.example.com/api/v2', key: 'a-secret-of-theirs' }

async function signInOwner() {
  const { headers } = await signedIn({ role: 'OWNER' })
  const { json } = await send(reauthCall, { headers, body: { password: TEST_PASSWORD } })
  return { plain: headers, proven: { ...headers, 'x-reauth': json.token as string } }
}

const pathOf = (id: number) => `/api/admin/providers/${id}`

test('a provider’s key is stored sealed, told to nobody and written into no trail', async () => {
  const { plain, proven } = await signInOwner()
  const { json: row } = await send(addProviderCall, { headers: proven, body: validInput })
  await send(changeProviderCall, { path: pathOf(row.id), headers: proven, body: { key: 'another-secret-of-theirs' } })
  const { json: list } = await send(providersCall, { headers: plain })
  const trail = await db().rows("SELECT before, after FROM audit_entries WHERE subject_type = 'provider'")
  const { encryptedKey } = await oneRow<{ encryptedKey: Buffer }>(
    db(),
    'SELECT encrypted_key FROM providers WHERE id = $1',
    [row.id],
  )
  expect(list.rows[0]).toMatchObject({
    id: row.id,
    name: '도매 공급사',
    dialect: 'FORM',
    enabled: true,
    maxInFlight: 4,
  })
  for (const text of [JSON.stringify([row, list, trail]), encryptedKey.toString('latin1')])
    expect(text).not.toContain('secret-of-theirs')
})

test('without the password given once more nothing about a provider changes', async () => {
  const { plain, proven } = await signInOwner()
  const { json: row } = await send(addProviderCall, { headers: proven, body: validInput })
  const refused = [
    await send(addProviderCall, { headers: plain, body: validInput }),
    await send(changeProviderCall, { path: pathOf(row.id), headers: plain, body: { name: '다른 이름' } }),
    await send(removeProviderCall, { path: pathOf(row.id), headers: { ...plain, 'x-reauth': 'a.b.c' } }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
  expect((await send(removeProviderCall, { path: pathOf(row.id), headers: proven })).status).toBe(200)
})

test('a new key ends the pauses and forgets the balance of the account before it, a new name does not', async () => {
  const { proven } = await signInOwner()
  const { json: row } = await send(addProviderCall, { headers: proven, body: validInput })
  const later = "now() + interval '1 hour'"
  await db().rows(
    `UPDATE providers SET failures = 3, paused_until = ${later}, no_funds_until = ${later}, balance = 7, tested_at = now() WHERE id = $1`,
    [row.id],
  )
  const change = async (body: object) =>
    (await send(changeProviderCall, { path: pathOf(row.id), headers: proven, body })).json
  const paused = { failures: 3, pausedUntil: expect.any(String), noFundsUntil: expect.any(String), balance: 7 }
  expect(await change({ name: '다른 이름' })).toMatchObject(paused)
  expect(await change({ key: 'the-key-of-another-account' })).toMatchObject({
    failures: 0,
    pausedUntil: null,
    noFundsUntil: null,
    balance: null,
    testedAt: null,
  })
})

test('one that services point at is not removed but switched off', async () => {
  const { proven } = await signInOwner()
  const { json: row } = await send(addProviderCall, { headers: proven, body: validInput })
  const serviceId = await makeDeliveredService([row.id])
  expect((await send(removeProviderCall, { path: pathOf(row.id), headers: proven })).status).toBe(409)
  const off = await send(changeProviderCall, { path: pathOf(row.id), headers: proven, body: { enabled: false } })
  expect(off.json).toMatchObject({ enabled: false, services: 1 })
  const routes = [{ providerId: row.id, providerServiceId: '9' }]
  const path = `/api/admin/services/${serviceId}/routes`
  expect((await send(setRoutesCall, { path, headers: proven, body: { routes } })).json).toEqual({ routes })
  const nowhere = [{ providerId: 999_999, providerServiceId: '9' }]
  expect((await send(setRoutesCall, { path, headers: proven, body: { routes: nowhere } })).status).toBe(404)
})

test.each([
  { apiUrl: 'ftp://a.example.com' },
  { apiUrl: 'nonsense' },
  { apiUrl: 'https://u:p@a.example.com/' },
  { key: ' ' },
  { perMinute: 0 },
])('%j is no provider', async (wrong) => {
  const { proven } = await signInOwner()
  expect((await send(addProviderCall, { headers: proven, body: { ...validInput, ...wrong } })).status).toBe(400)
})
