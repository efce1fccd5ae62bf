import { parentPort } from 'node:worker_threads'
import bcrypt from 'bcryptjs'

/** A job for this worker thread: compares the password with `hash` or, if there is no `hash`, hashes it. */
type HashJob = { id: number; password: string; hash?: string; cost: number }

// bcrypt uses a core for about a tenth of a second. In a worker thread it doesn't block the event loop that answers
// calls.
parentPort?.on('message', ({ id, password, hash, cost }: HashJob) => {
  const result = hash === undefined ? bcrypt.hashSync(password, cost) : bcrypt.compareSync(password, hash)
  parentPort?.postMessage({ id, result })
})
