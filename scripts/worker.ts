import { writeFileSync } from 'node:fs'
import { db } from '#lib/core/db.ts'
import { avoidPooler } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { startWorker } from '#lib/jobs/worker.ts'
import { waitForRuntimeRole } from './check-runtime-role.ts'
import { watchProcess } from './watch-process.ts'
import { workerHeartbeatFile } from './worker-alive.ts'

/** Updates the time of the heartbeat file if the database can be reached. */
async function touchHeartbeat(): Promise<void> {
  try {
    await db().rows('SELECT 1')
    writeFileSync(workerHeartbeatFile, '')
  } catch (error) {
    log.warn('no heartbeat', { error })
  }
}

// Connects to the database directly: to listen for jobs a worker needs a connection that it doesn't share, which a
// pooler can't give. A worker has few connections anyway.
avoidPooler()
const processWatch = await watchProcess('worker')
// Waits for the database, because without it the job runners of the worker's lanes would fail and end the process.
await waitForRuntimeRole()
const worker = await startWorker().catch((error) => {
  log.error('the worker could not start', { error })
  process.exit(1)
})

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await worker.stop()
  await processWatch.stop()
  await db().end()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

// The health check may pass from here on, so the process must already end cleanly on a signal.
await touchHeartbeat()
setInterval(touchHeartbeat, 10_000).unref()
log.info('worker started')
process.send?.({ ready: true })
