import { execFileSync } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isBaseDue } from './back-up-continuously.ts'
import type { BaseBackup } from './base-backup.ts'
import { openEncryptedStore } from './encrypted-store.ts'
import { expireBackups } from './expire-backups.ts'
import { openBackupStore } from './open-store.ts'
import type { BackupStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'store-'))
const ACCESS_KEY = 'access'
const SECRET_KEY = 'secret-of-the-stand-in'
const BACKUP_KEY = 'f3b1c07d5a9e42688d04be71a5c9f236a1'

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/**
 * True if a request is signed by AWS Signature Version 4 with the stand-in's key. Computes the signature from the
 * received request.
 */
function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const [, date = '', region = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=access\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const { pathname, searchParams } = new URL(url, 'http://stand-in')
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const digest = String(headers['x-amz-content-sha256'])
  if (digest !== 'UNSIGNED-PAYLOAD' && digest !== sha256(body)) return false
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`)
  const canonical = [method, pathname, query, lines.join(''), names, digest].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${SECRET_KEY}`, date), region))
  return signature === hmac(key, text).toString('hex')
}

const objects = new Map<string, Buffer>()
/** Number of the next requests that the stand-in fails. */
let failures = 0

/** Response to a list request. A page has two objects, so that a list has several pages. */
function listXml(search: URLSearchParams): string {
  const prefix = search.get('prefix') ?? ''
  const from = search.get('continuation-token') ?? ''
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > from).toSorted()
  const [page, more] = [names.slice(0, 2), names.length > 2]
  const rows = page.map((name) => `<Contents><Key>${name}</Key><Size>1</Size></Contents>`).join('')
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${rows}</ListBucketResult>`
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A stand-in for an object store that speaks S3's protocol: put, get, list and delete in the bucket `shop`. */
const standIn: Server = createServer(async (request, response) => {
  const body = await bodyOf(request)
  if (failures-- > 0) return void response.writeHead(503).end()
  if (!isSigned(request, body)) return void response.writeHead(403).end()
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand-in')
  const name = decodeURIComponent(pathname).replace(/^\/shop\/?/, '')
  if (request.method === 'PUT') objects.set(name, body)
  if (request.method === 'DELETE') objects.delete(name)
  if (request.method === 'PUT') return void response.writeHead(200, { etag: '"1"' }).end()
  if (request.method === 'DELETE') return void response.writeHead(204).end()
  if (!name) return void response.writeHead(200, { 'content-type': 'application/xml' }).end(listXml(searchParams))
  const found = objects.get(name)
  return void response.writeHead(found ? 200 : 404).end(found)
})

let s3: NodeJS.Dict<string> = {}
beforeAll(async () => {
  await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve))
  const { port } = standIn.address() as AddressInfo
  s3 = {
    BACKUP_STORE: 's3://shop/backups',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_REGION: 'kr-1',
    S3_ACCESS_KEY: ACCESS_KEY,
    S3_SECRET_KEY: SECRET_KEY,
  }
})
afterAll(() => {
  standIn.close()
  rmSync(folder, { recursive: true, force: true })
})

const environments: Record<string, () => NodeJS.Dict<string>> = {
  'a folder': () => ({ BACKUP_STORE: join(folder, 'objects') }),
  'an S3-compatible store': () => s3,
}

test.each(Object.keys(environments))(
  '%s gives back what was put, lists it in order and forgets what is removed',
  async (kind) => {
    const store: BackupStore = openBackupStore(environments[kind]?.() ?? {})
    for (const name of ['wal/1/C', 'wal/1/A', 'base/x/data', 'wal/1/B', 'wal/10/A'])
      await store.put(name, Buffer.from(name))
    await store.put('wal/1/A', Buffer.from([0, 255, 13]))
    expect(await store.get('wal/1/A')).toEqual(Buffer.from([0, 255, 13]))
    expect(await store.get('wal/1/Z')).toBe(null)
    expect(await store.list('wal/1/')).toEqual(['wal/1/A', 'wal/1/B', 'wal/1/C'])
    expect(await store.list('wal/1/B')).toEqual(['wal/1/B'])
    expect(await store.list('none/')).toEqual([])
    await store.remove('wal/1/B')
    await store.remove('wal/1/B')
    expect(await store.list('wal/1/')).toEqual(['wal/1/A', 'wal/1/C'])
  },
)

test('what could not be written whole leaves nothing in a folder', async () => {
  const root = join(folder, 'partial')
  const store = openBackupStore({ BACKUP_STORE: root })
  // A folder already has the object's name, so the object is written but can't be renamed.
  mkdirSync(join(root, 'wal/A/B'), { recursive: true })
  await expect(store.put('wal/A', Buffer.from('x'))).rejects.toThrow()
  expect(readdirSync(join(root, 'wal'))).toEqual(['A'])
})

test('a request to the S3-compatible store that fails is made again; a wrong key is an error', async () => {
  const store = openBackupStore(s3)
  failures = 2
  await store.put('again', Buffer.from('x'))
  expect(await store.get('again')).toEqual(Buffer.from('x'))
  await expect(openBackupStore({ ...s3, S3_SECRET_KEY: 'another' }).put('again', Buffer.from('y'))).rejects.toThrow(
    '403',
  )
  expect(await store.get('again')).toEqual(Buffer.from('x'))
})

test('a store that cannot be reached is named with the reason', async () => {
  const unreachable = { S3_ENDPOINT: 'http://127.0.0.1:59', S3_ACCESS_KEY: ACCESS_KEY, S3_SECRET_KEY: SECRET_KEY }
  await expect(openBackupStore({ BACKUP_STORE: 's3://bucket/shop', ...unreachable }).list('base/')).rejects.toThrow(
    'connect ECONNREFUSED 127.0.0.1:59',
  )
})

test('an object is compressed and encrypted, and opens only unchanged, under its name and with its key', async () => {
  const environment = { BACKUP_STORE: join(folder, 'sealed'), BACKUP_KEY }
  const [sealed, plain] = [openEncryptedStore(environment), openBackupStore(environment)]
  const content = Buffer.alloc(100_000, 'points of a member ')
  await sealed.put('base/a', content)
  const stored = (await plain.get('base/a')) ?? Buffer.alloc(0)
  expect(stored.length).toBeLessThan(1_000)
  expect(stored.includes('points')).toBe(false)
  expect(await sealed.get('base/a')).toEqual(content)
  await plain.put('base/b', stored)
  await expect(sealed.get('base/b')).rejects.toThrow('base/b does not open')
  const changed = Buffer.from(stored)
  changed.writeUInt8(changed.readUInt8(40) ^ 1, 40)
  await plain.put('base/a', changed)
  await expect(sealed.get('base/a')).rejects.toThrow('base/a does not open')
  await plain.put('base/a', stored)
  const other = openEncryptedStore({ ...environment, BACKUP_KEY: `${BACKUP_KEY}b` })
  await expect(other.get('base/a')).rejects.toThrow('BACKUP_KEY is not the one')
  expect(() => openEncryptedStore({ ...environment, BACKUP_KEY: 'short' })).toThrow('BACKUP_KEY: at least 32')
})

test('a segment that is stored already is not replaced by another content', async () => {
  const environment = { BACKUP_STORE: join(folder, 'once'), BACKUP_KEY }
  const store = openEncryptedStore(environment)
  await store.putOnce('wal/1/A', Buffer.from('first'))
  await store.putOnce('wal/1/A', Buffer.from('first'))
  await expect(store.putOnce('wal/1/A', Buffer.from('second'))).rejects.toThrow('stored already, with another content')
  expect(readdirSync(join(folder, 'once/wal/1'))).toEqual(['A'])
})

test('what is expired is removed, with the WAL before the oldest backup that is left', async () => {
  const store = openEncryptedStore({ BACKUP_STORE: join(folder, 'expiring'), BACKUP_KEY })
  const now = new Date('2026-11-24T00:00:00Z')
  const segment = (number: number) => `0000000100000000000000${String(number).padStart(2, '0')}`
  for (const [at, day] of ['01', '08', '12', '20'].entries()) {
    const record: Partial<BaseBackup> = {
      id: `day${day}`,
      systemId: '7',
      firstSegment: segment(at * 10 + 10),
      finishedAt: `2026-11-${day}T00:00:00.000Z`,
    }
    await store.put(`base/day${day}/data-000000`, Buffer.from('x'))
    await store.put(`base/day${day}/backup.json`, Buffer.from(JSON.stringify(record)))
  }
  for (const number of [9, 10, 19, 20, 35]) await store.put(`wal/7/${segment(number)}`, Buffer.from('x'))
  await store.put(`wal/7/${segment(19)}.00000000-00000010`, Buffer.from('x'))
  await store.put('wal/7/00000002.history', Buffer.from('x'))
  // Two incomplete base backups: the process of the first was killed; the second may still be in progress.
  await store.put('base/20261118T235959Z-7afe/data-000000', Buffer.from('x'))
  await store.put('base/20261120T000001Z-7afe/data-000000', Buffer.from('x'))
  // To restore to any moment since the 10th, the backup of the 8th is needed, but not the backup of the 1st.
  await expireBackups(store, 14, now)
  expect(await store.list('base/')).toEqual([
    'base/20261120T000001Z-7afe/data-000000',
    ...['day08', 'day12', 'day20'].flatMap((id) => [`base/${id}/backup.json`, `base/${id}/data-000000`]),
  ])
  expect(await store.list('wal/7/')).toEqual([`wal/7/${segment(20)}`, `wal/7/${segment(35)}`, 'wal/7/00000002.history'])
  // The newest backup is never removed, however old it is.
  await expireBackups(store, 1, new Date('2027-11-24T00:00:00Z'))
  expect((await store.list('base/')).filter((name) => name.startsWith('base/day'))).toEqual([
    'base/day20/backup.json',
    'base/day20/data-000000',
  ])
})

test('of a cluster that the shop has moved away from, the WAL goes with its last backup', async () => {
  const store = openEncryptedStore({ BACKUP_STORE: join(folder, 'moved'), BACKUP_KEY })
  const segment = '000000010000000000000010'
  for (const [systemId, day] of [
    ['former', '01'],
    ['present', '04'],
  ]) {
    const record = { id: `day${day}`, systemId, firstSegment: segment, finishedAt: `2026-11-${day}T00:00:00.000Z` }
    await store.put(`base/day${day}/backup.json`, Buffer.from(JSON.stringify(record)))
    await store.put(`wal/${systemId}/${segment}`, Buffer.from('x'))
    await store.put(`wal/${systemId}/00000002.history`, Buffer.from('x'))
  }
  await expireBackups(store, 14, new Date('2026-11-17T00:00:00Z'))
  expect(await store.list('wal/former/')).toHaveLength(2)
  await expireBackups(store, 14, new Date('2026-11-18T00:00:01Z'))
  expect(await store.list('base/')).toEqual(['base/day04/backup.json'])
  expect(await store.list('wal/former/')).toEqual([])
  expect(await store.list('wal/present/')).toHaveLength(2)
})

test('a copy is due a day after the last, also after one that was made while the clock was ahead', () => {
  const day = 86_400_000
  const isDueAfter = (...ages: number[]) =>
    isBaseDue(
      ages.map((age) => ({ startedAt: new Date(Date.now() - age).toISOString() })),
      day,
    )
  expect([isDueAfter(), isDueAfter(day + 1)]).toEqual([true, true])
  expect([isDueAfter(day - 60_000), isDueAfter(2 * day, 60_000)]).toEqual([false, false])
  expect([isDueAfter(2 * day, -365 * day), isDueAfter(60_000, -365 * day)]).toEqual([true, false])
})

test('the list of a store without copies says that there are none, and where it looked', () => {
  const store = join(folder, 'empty')
  const flags = ['--disable-warning=ExperimentalWarning', 'scripts/backup.ts', '--list']
  const env = { ...process.env, BACKUP_STORE: store, BACKUP_KEY }
  expect(execFileSync(process.execPath, flags, { env, encoding: 'utf8' })).toBe(`no copies in ${store}\n`)
})
