import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { env } from './env.ts'
import { tooMany } from './limits.ts'
import { singleton } from './singleton.ts'

type Pending = { resolve(result: string | boolean): void; reject(error: Error): void }
type Job = { password: string; hash?: string; cost: number }

const THREADS = 2
const PRODUCTION_COST = 11
const TEST_COST = 4
/** bcrypt ignores all bytes after these, so a longer password would equal its own beginning. */
const MAX_BYTES = 72

/** Starts one worker thread. If it dies, its pending jobs fail, and the next job restarts it. */
function startThread() {
  const pending = new Map<number, Pending>()
  let thread: Worker | undefined
  let count = 0
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
  return (job: Job) =>
    new Promise<string | boolean>((resolve, reject) => {
      thread ??= start()
      pending.set(++count, { resolve, reject })
      thread.postMessage({ id: count, ...job })
    })
}

/** Most jobs waiting or running at once. JOB_MS: duration of one job in milliseconds, used to estimate Retry-After. */
const MAX_WAITING = 64
const JOB_MS = 120

type Pool = { waiting: number; run(job: Job): Promise<string | boolean> }

const pool = (): Pool =>
  singleton('passwords', () => {
    const threads = Array.from({ length: THREADS }, startThread)
    let turn = 0
    const all: Pool = {
      waiting: 0,
      async run(job) {
        all.waiting += 1
        try {
          return await (threads[turn++ % THREADS] ?? startThread())(job)
        } finally {
          all.waiting -= 1
        }
      },
    }
    return all
  })

/**
 * Refuses further passwords while more are queued than can be hashed in a few seconds, so that a flood of logins
 * doesn't delay everybody's.
 * @throws TOO_MANY_REQUESTS
 */
export function refuseWhenBusy(): void {
  const { waiting } = pool()
  if (waiting >= MAX_WAITING * env().RATE_LIMIT_FACTOR) throw tooMany(Math.ceil((waiting * JOB_MS) / THREADS / 1_000))
}

const cost = (): number => (env().NODE_ENV === 'test' ? TEST_COST : PRODUCTION_COST)

/**
 * bcrypt hash of a password of at most 72 bytes, computed in a worker thread.
 * @throws TOO_MANY_REQUESTS
 */
export async function hashPassword(password: string): Promise<string> {
  refuseWhenBusy()
  return String(await pool().run({ password, cost: cost() }))
}

/**
 * Hash to compare with if an account has none, so that both cases take equally long. Computed once, without the limit.
 */
const nobodysHash = () =>
  singleton('nobody-hash', () => pool().run({ password: 'nobody has this password', cost: cost() }).then(String))

/**
 * Compares a password with a hash in a worker thread. Without a hash it takes the same time and returns false.
 * @throws TOO_MANY_REQUESTS
 */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  const compared = hash ?? (await nobodysHash())
  refuseWhenBusy()
  const same = await pool().run({ password, hash: compared, cost: cost() })
  return hash !== null && same === true && Buffer.byteLength(password) <= MAX_BYTES
}
