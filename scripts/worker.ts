import { db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { startWorker } from '#lib/jobs/worker.ts'

const runner = await startWorker(db())
log.info('worker started')
process.send?.({ ready: true })

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await runner.stop()
  await db().end()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
