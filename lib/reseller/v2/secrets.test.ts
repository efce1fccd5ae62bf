import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { findTablesContaining } from '#lib/core/testing/find-in-database.ts'
import { type Entry, startEntry } from '#lib/web/testing/entry.ts'
import { makeReseller } from './testing/client.ts'

let entry: Entry
beforeAll(async () => {
  entry = await startEntry()
})
afterAll(() => entry.stop())

test('a key is in no log, no answer and no header, and not in clear in the database, wherever it is sent', async () => {
  const written: string[] = []
  const keep = (chunk: unknown) => {
    written.push(String(chunk))
    return true
  }
  const outputs = [
    vi.spyOn(process.stderr, 'write').mockImplementation(keep),
    vi.spyOn(process.stdout, 'write').mockImplementation(keep),
  ]
  env().LOG_LEVEL = 'debug'
  const reseller = await makeReseller()
  const service = await makeService()
  const key = reseller.key
  const wrong = `${key.slice(0, -4)}zzzz`
  const answers: string[] = []
  for (const each of [key, wrong, `${key}%zz`]) {
    const query = `key=${each}&action=add&service=${service}&link=canary&quantity=1`
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': `canary-${each.length}` }
    for (const received of [
      await entry.ask(`/api/v2?${query}`),
      await entry.ask(`/api/v2/?${query}&action=nothing`),
      await entry.ask(`/api/v2?${query}`, { method: 'HEAD' }),
      await entry.ask(`/api/v2?${query}`, { method: 'PUT' }),
      await entry.ask(`/api/v2/x?${query}`),
      await entry.ask('/api/v2', { method: 'POST', headers: form, body: query }),
      await entry.ask('/api/v2', { method: 'POST', headers: form, body: `{"key":"${each}"` }),
      await entry.ask('/api/v2', { method: 'POST', headers: { authorization: `Bearer ${each}` }, body: 'action=add' }),
    ])
      answers.push(JSON.stringify(received.headers) + received.body)
  }
  const failing = vi.spyOn(db(), 'rows').mockRejectedValueOnce(new Error('no database'))
  answers.push(String((await entry.ask(`/api/v2?key=${key}&action=balance`)).body))
  expect(answers.at(-1)).toBe('{"error":"Internal error"}')
  failing.mockRestore()
  await vi.waitFor(() => expect(written.join('')).toContain('/api/v2'), 5_000)
  for (const output of outputs) output.mockRestore()
  const secret = key.slice(-36, -4)
  expect(written.join('')).not.toContain(secret)
  expect(answers.join('')).not.toContain(secret)
  expect(await findTablesContaining(secret)).toEqual([])
})
