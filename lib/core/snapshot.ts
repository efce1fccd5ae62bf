import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Reply } from './call.ts'
import { sha256 } from './crypto.ts'

/** A large response body, serialized once and sent often: its JSON, plain and gzipped, with a strong ETag for each. */
export type Snapshot = { plain: Buffer; zipped: Buffer; plainTag: string; zippedTag: string }

const gzipAsync = promisify(gzip)

/** Serializes, compresses and hashes a response body. */
export async function takeSnapshot(value: unknown): Promise<Snapshot> {
  const plain = Buffer.from(JSON.stringify(value))
  const hash = sha256(plain).toString('base64url').slice(0, 22)
  return { plain, zipped: await gzipAsync(plain, { level: 9 }), plainTag: `"${hash}"`, zippedTag: `"${hash}-gz"` }
}

/** True if If-None-Match names one of the two ETags: the client has a current copy, plain or gzipped. */
function clientHasSnapshot(snapshot: Snapshot, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.some((tag) => tag === '*' || tag === snapshot.plainTag || tag === snapshot.zippedTag)
}

type SnapshotHeaders = {
  cacheControl?: 'no-cache' | 'private, no-cache' | 'no-store'
  /** Names of the request headers that the response depends on. */
  vary?: string
}

/**
 * Reply with the snapshot: 304 if the client has it, gzipped if the client accepts gzip. By default, clients may store
 * it, but must revalidate it before each use.
 */
export function replyWithSnapshot(
  snapshot: Snapshot,
  requestHeaders: { ifNoneMatch: string | undefined; acceptsGzip: boolean },
  { cacheControl = 'no-cache', vary = 'accept-encoding' }: SnapshotHeaders = {},
): Reply {
  const { plain, zipped, plainTag, zippedTag } = snapshot
  const headers = {
    etag: requestHeaders.acceptsGzip ? zippedTag : plainTag,
    vary,
    'cache-control': cacheControl,
  }
  if (clientHasSnapshot(snapshot, requestHeaders.ifNoneMatch)) return new Reply(null, headers, 304)
  return requestHeaders.acceptsGzip
    ? new Reply(zipped, { ...headers, 'content-encoding': 'gzip' })
    : new Reply(plain, headers)
}
