import { setTimeout as sleep } from 'node:timers/promises'
import { S3mini } from 's3mini'
import type { BackupStore } from './store.ts'

type S3Options = {
  /** URL of the bucket, such as https://s3.example.com/bucket. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Prefix of every object's name; may be empty. */
  prefix: string
}

/** Milliseconds after which a request without an answer counts as failed. */
const REQUEST_TIMEOUT = 60_000
const ATTEMPTS = 4

/** True if the store refused the request, for example its signature: a repeated request would be refused again. */
function isRefused(error: unknown): boolean {
  const { status } = error as { status?: number }
  return status !== undefined && status >= 400 && status < 500 && status !== 429
}

/**
 * Returns the first cause of the error, because it is more specific: for a wrong S3_ENDPOINT, the error of `fetch`
 * itself is only 'fetch failed'.
 */
function firstCauseOf(error: unknown): unknown {
  const { cause } = error as Error
  return cause instanceof Error ? firstCauseOf(cause) : error
}

/**
 * Repeats a failed request after 0.5, 1 and 2 seconds, unless the store refused it. Repeating is safe, because each
 * request replaces, reads or deletes a whole object, or lists the objects.
 */
async function withRetries<T>(request: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request()
    } catch (error) {
      if (attempt >= ATTEMPTS || isRefused(error)) throw firstCauseOf(error)
      await sleep(250 * 2 ** attempt)
    }
  }
}

/** A store in a bucket of Amazon S3, or of another object store with the same protocol. */
export class S3Store implements BackupStore {
  private readonly bucket: S3mini
  private readonly prefix: string

  constructor({ prefix, ...config }: S3Options) {
    this.bucket = new S3mini({ ...config, requestAbortTimeout: REQUEST_TIMEOUT })
    this.prefix = prefix && `${prefix}/`
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const response = await withRetries(() =>
      this.bucket.putObject(this.prefix + name, new Uint8Array(bytes), 'application/octet-stream'),
    )
    if (!response.ok) throw new Error(`${name} was not stored: ${response.status}`)
  }

  async get(name: string): Promise<Buffer | null> {
    const content = await withRetries(() => this.bucket.getObjectArrayBuffer(this.prefix + name))
    return content && Buffer.from(content)
  }

  async list(prefix: string): Promise<string[]> {
    const objects = await withRetries(() => this.bucket.listObjects('/', this.prefix + prefix))
    return (objects ?? []).map(({ Key }) => Key.slice(this.prefix.length)).toSorted()
  }

  async remove(name: string): Promise<void> {
    await withRetries(() => this.bucket.deleteObject(this.prefix + name))
  }
}
