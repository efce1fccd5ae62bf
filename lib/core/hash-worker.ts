import { parentPort } from 'node:worker_threads'
import bcrypt from 'bcryptjs'

type Job = { id: number; password: string; hash?: string; cost: number }

// bcrypt takes tens of milliseconds of a core: here it never holds up the event loop that answers calls.
parentPort?.on('message', ({ id, password, hash, cost }: Job) => {
  const result = hash === undefined ? bcrypt.hashSync(password, cost) : bcrypt.compareSync(password, hash)
  parentPort?.postMessage({ id, result })
})
