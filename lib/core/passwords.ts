import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { env } from './env.ts'
import { tooManyRequests } from './limits.ts'
import { singleton } from './singleton.ts'

type PendingJob = { resolve(result: string | boolean): void; reject(error: Error): void }
/** A job for a worker thread: compares the password with `hash` or, if there is no `hash`, hashes it. */
type HashJob = { password: string; hash?: string; cost: number }

const HASH_THREADS = 2
const PRODUCTION_BCRYPT_COST = 11
const TEST_BCRYPT_COST = 4
/** bcrypt ignores all further bytes, so a longer password would match the hash of its first 72 bytes. */
const MAX_PASSWORD_BYTES = 72

/**
 * Returns a function that runs jobs in one worker thread. If the thread dies, its pending jobs fail, and the next job
 * restarts it.
 */
function startThread() {
  const pending = new Map<number, PendingJob>()
  let thread: Worker | undefined
  let lastJobId = 0
  const fail = (error: Error) => {
    for (const each of pending.values()) each.reject(error)
    pending.clear()
    thread = undefined
  }
  const start = () => {
    const worker = new Worker(join(process.cwd(), 'lib/core/hash-worker.ts'))
    worker.unref()
    worker.on('message', ({ id, result }: { id: number; result: string | boolean }) => {
      pending.get(id)?.resolve(result)
      pending.delete(id)
    })
    worker.on('error', fail)
    return worker
  }
  return (job: HashJob) =>
    new Promise<string | boolean>((resolve, reject) => {
      thread ??= start()
      pending.set(++lastJobId, { resolve, reject })
      thread.postMessage({ id: lastJobId, ...job })
    })
}

/** Maximum number of passwords that are waiting for the worker threads or being hashed. */
const MAX_WAITING_JOBS = 64
/** Estimated time to hash one password, in milliseconds; Retry-After is computed from it. */
const JOB_MS = 120

type HashPool = { waiting: number; run(job: HashJob): Promise<string | boolean> }

const hashPool = (): HashPool =>
  singleton('passwords', () => {
    const threads = Array.from({ length: HASH_THREADS }, startThread)
    let nextThread = 0
    const pool: HashPool = {
      waiting: 0,
      async run(job) {
        pool.waiting += 1
        try {
          return await (threads[nextThread++ % HASH_THREADS] ?? startThread())(job)
        } finally {
          pool.waiting -= 1
        }
      },
    }
    return pool
  })

/**
 * Throws while more passwords wait than can be hashed in a few seconds. A flood of logins thus can't delay the logins
 * of everybody else.
 * @throws TOO_MANY_REQUESTS
 */
export function refuseWhenHashingBusy(): void {
  const { waiting } = hashPool()
  if (waiting >= MAX_WAITING_JOBS * env().RATE_LIMIT_FACTOR)
    throw tooManyRequests(Math.ceil((waiting * JOB_MS) / HASH_THREADS / 1_000))
}

const bcryptCost = (): number => (env().NODE_ENV === 'test' ? TEST_BCRYPT_COST : PRODUCTION_BCRYPT_COST)

/**
 * bcrypt hash of a password of at most 72 bytes, computed in a worker thread.
 * @throws TOO_MANY_REQUESTS
 */
export async function hashPassword(password: string): Promise<string> {
  refuseWhenHashingBusy()
  return String(await hashPool().run({ password, cost: bcryptCost() }))
}

/**
 * Hash that a password is compared with if the account doesn't exist or has no password: the refusal then takes as long
 * as for any other account. The hash is computed once, without `refuseWhenHashingBusy`; if that fails, the next call
 * computes it again.
 */
function hashWithoutOwner(): Promise<string> {
  const nobody = singleton('nobody-hash', (): { hash?: Promise<string> | undefined } => ({}))
  nobody.hash ??= hashPool()
    .run({ password: 'nobody has this password', cost: bcryptCost() })
    .then(String)
    .catch((error) => {
      nobody.hash = undefined
      throw error
    })
  return nobody.hash
}

/**
 * Compares a password with a hash in a worker thread. Without a hash it takes the same time and returns false. A
 * password of more than 72 bytes never matches.
 * @throws TOO_MANY_REQUESTS
 */
export async function isPasswordCorrect(password: string, hash: string | null): Promise<boolean> {
  const comparedHash = hash ?? (await hashWithoutOwner())
  refuseWhenHashingBusy()
  const isSame = await hashPool().run({ password, hash: comparedHash, cost: bcryptCost() })
  return hash !== null && isSame === true && Buffer.byteLength(password) <= MAX_PASSWORD_BYTES
}
