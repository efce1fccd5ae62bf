import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { env } from './env.ts'
import { singleton } from './singleton.ts'

type Pending = { resolve(result: string | boolean): void; reject(error: Error): void }
type Job = { password: string; hash?: string; cost: number }

const THREADS = 2
const PRODUCTION_COST = 11
const TEST_COST = 4
/** bcrypt reads no further: what is longer would equal its own beginning. */
const MOST_BYTES = 72

/** One thread, restarted with the next job if it dies; a dead thread fails what it was working on. */
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

function pool() {
  return singleton('passwords', () => {
    const threads = Array.from({ length: THREADS }, startThread)
    let turn = 0
    return (job: Job) => (threads[turn++ % THREADS] ?? startThread())(job)
  })
}

const cost = (): number => (env().NODE_ENV === 'test' ? TEST_COST : PRODUCTION_COST)

/** bcrypt of a password of at most 72 bytes, in a worker thread. */
export const hashPassword = async (password: string): Promise<string> =>
  String(await pool()({ password, cost: cost() }))

/** Compares in a worker thread; without a hash it takes the same time and answers false. */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  const nobody = await singleton('nobody-hash', () => hashPassword('nobody has this password'))
  const same = await pool()({ password, hash: hash ?? nobody, cost: cost() })
  return hash !== null && same === true && Buffer.byteLength(password) <= MOST_BYTES
}
