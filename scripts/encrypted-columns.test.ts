import { expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { encryptProviderKey } from '#lib/providers/provider-key.ts'
import { tryEncryptedColumns } from './encrypted-columns.ts'

test('a value of another AUTH_SECRET is counted as closed', async () => {
  const insert = 'INSERT INTO providers (name, api_url, encrypted_key) VALUES ($1, $2, $3)'
  await db().rows(insert, ['a', 'https://a.example/api/v2', encryptProviderKey('key')])
  await db().rows(insert, ['b', 'https://b.example/api/v2', Buffer.alloc(60, 7)])
  expect(await tryEncryptedColumns(db())).toEqual([{ name: 'providers.encrypted_key', rows: 2, opened: 1 }])
})
