import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { replyWithSnapshot, takeSnapshot } from './snapshot.ts'

const value = [{ id: 1, text: '가나다'.repeat(50) }]

test('the plain and the gzipped form contain the same value, each with its own ETag', async () => {
  const snapshot = await takeSnapshot(value)
  expect(JSON.parse(snapshot.plain.toString())).toEqual(value)
  expect(gunzipSync(snapshot.zipped)).toEqual(snapshot.plain)
  expect(snapshot.plainTag).toMatch(/^"[\w-]{22}"$/)
  expect(snapshot.zippedTag).not.toBe(snapshot.plainTag)
})

test('equal values have equal ETags, different values different ones', async () => {
  const first = await takeSnapshot(value)
  expect((await takeSnapshot(structuredClone(value))).plainTag).toBe(first.plainTag)
  expect((await takeSnapshot([])).plainTag).not.toBe(first.plainTag)
})

test('an If-None-Match with either ETag, weak or among others, gets 304 without a body', async () => {
  const snapshot = await takeSnapshot(value)
  const { plainTag, zippedTag } = snapshot
  for (const ifNoneMatch of [plainTag, zippedTag, `W/${plainTag}`, `"other", ${zippedTag}`, '*']) {
    const reply = replyWithSnapshot(snapshot, { ifNoneMatch, acceptsGzip: true })
    expect(reply).toMatchObject({ status: 304, body: null, headers: { etag: zippedTag } })
  }
  for (const ifNoneMatch of [undefined, '', '"other"', plainTag.slice(1, -1)]) {
    expect(replyWithSnapshot(snapshot, { ifNoneMatch, acceptsGzip: false }).status).toBeUndefined()
  }
})
