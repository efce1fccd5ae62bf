import { expect, test } from 'vitest'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { issueApiKey } from './issue-api-key.ts'
import { readFirstApiKey } from './queries.ts'
import { callerOfKey } from './testing/holder.ts'

test('a key is a prefix and forty letters or digits, found again, and stored neither in the clear nor guessable', async () => {
  const { id, loginId } = await makeMember()
  const key = await issueApiKey(db(), id)
  expect(key).toMatch(/^sk_live_[A-Za-z0-9]{40}$/)
  expect(await readFirstApiKey(db(), id)).toBe(key)
  expect(await callerOfKey(key)).toEqual({
    ...{ memberId: id, loginId, role: 'MEMBER', via: 'api-key', sessionId: null },
    apiKey: { id: expect.any(Number), scopes: ['read', 'order'], addresses: [] },
  })
  const row = await oneRow<{ keyHash: Buffer; encrypted: Buffer }>(
    db(),
    'SELECT key_hash, encrypted FROM api_keys WHERE member_id = $1',
    [id],
  )
  for (const stored of Object.values(row)) expect(stored.includes(key.slice(8))).toBe(false)
})

test('before the first one is issued there is none', async () => {
  const { id } = await makeMember()
  expect(await readFirstApiKey(db(), id)).toBeNull()
})

test('a renewed key kills the old one at once', async () => {
  const { id } = await makeMember()
  const old = await issueApiKey(db(), id)
  const renewed = await issueApiKey(db(), id)
  expect(await callerOfKey(old)).toBeNull()
  expect(await callerOfKey(renewed)).toMatchObject({ memberId: id })
})

test('of ten renewals at once exactly one key lives, and it is the one shown', async () => {
  const { id } = await makeMember()
  const keys = await Promise.all(Array.from({ length: 10 }, () => issueApiKey(db(), id)))
  const holders = await Promise.all(keys.map(callerOfKey))
  const living = keys.filter((_, at) => holders[at])
  expect(living).toEqual([await readFirstApiKey(db(), id)])
})

test('many keys asked for at the same moment each find their own holder', async () => {
  const members = await Promise.all(Array.from({ length: 20 }, () => makeMember()))
  const keys = await Promise.all(members.map(({ id }) => issueApiKey(db(), id)))
  const holders = await Promise.all([...keys, ...keys].map(callerOfKey))
  expect(holders.map((holder) => holder?.memberId)).toEqual([...members, ...members].map(({ id }) => id))
})

test('what is no key is nobody’s', async () => {
  for (const key of [
    '',
    'ps_',
    'sk_live_',
    `sk_live_${'a'.repeat(40)}`,
    `ps_${'a'.repeat(40)}`,
    `ps_${'a'.repeat(10_000)}`,
  ])
    expect(await callerOfKey(key)).toBeNull()
})

test('the key of a restricted member is refused by name', async () => {
  const { id } = await makeMember({ restriction: 'SUSPENDED' })
  await expect(callerOfKey(await issueApiKey(db(), id))).rejects.toMatchObject({ code: 'RESTRICTED' })
})
