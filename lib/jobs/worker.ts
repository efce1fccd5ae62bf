import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type ParsedCronItem, parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { type Database, openDatabase } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { makeFailureLogger } from '#lib/core/log-failures.ts'
import { measureWork } from '#lib/core/measure-work.ts'
import { runInRequest } from '#lib/core/request-context.ts'
import { newRequestId } from '#lib/core/request-id.ts'
import { MAX_RUN_AHEAD_MS } from './forget-future-runs-loop.ts'
import type { Job } from './job.ts'
import type { Lane } from './lane.ts'
import { lanes } from './lanes.ts'
import { startLoop } from './loop.ts'

const warningsLogger = new Logger(() => (level, message) => {
  if (level === 'error' || level === 'warning') log.warn('worker', { detail: message })
})

const rowIdOf = (payload: unknown): number => Number((payload as { id?: unknown } | null)?.id)

/** Id of the HTTP request that queued a job; a new id for a job that no request queued. */
const requestIdOf = (payload: unknown): string =>
  String((payload as { requestId?: unknown } | null)?.requestId ?? newRequestId())

/** Runs a job as part of the HTTP request that queued it: the job's log lines have the request's id. */
const runJob = (name: string, payload: unknown, run: () => Promise<void>): Promise<void> =>
  runInRequest(requestIdOf(payload), () => measureWork({ kind: 'job', name }, run))

const taskList = ({ jobs, rowJobs }: Lane, db: Database): TaskList => ({
  ...Object.fromEntries(jobs.map((job) => [job.name, (payload) => runJob(job.name, payload, () => job.run(db))])),
  ...Object.fromEntries(
    rowJobs.map((job) => [job.name, (payload) => runJob(job.name, payload, () => job.run(db, rowIdOf(payload)))]),
  ),
})

const DAY_MS = 86_400_000

/**
 * How far back to look for missed runs of a job, in milliseconds, when the worker starts or reaches its database again.
 * A daily job runs once for a missed run; a job that runs at least hourly just waits for its next run.
 */
const backfillPeriodOf = ({ cron }: Job): number => (/^\S+ [*]/.test(cron) ? 0 : DAY_MS)

const cronItems = ({ jobs }: Lane): ParsedCronItem[] =>
  parseCronItems(
    jobs.map((job) => ({
      task: job.name,
      match: job.cron,
      options: { backfillPeriod: backfillPeriodOf(job), maxAttempts: 3 },
    })),
  )

type RunningWorker = { stop(): Promise<void> }

/**
 * Starts graphile-worker's job runner for a lane. It takes only jobs of this lane from the queue. If this machine's
 * clock is set back, a runner queues no scheduled job until the clock shows the former time again; therefore a new
 * runner replaces it.
 */
async function startRunner(lane: Lane, db: Database): Promise<RunningWorker> {
  const stopping = new AbortController()
  const events: WorkerEvents = new EventEmitter()
  const start = () =>
    run({
      connectionString: env().DATABASE_URL,
      // The runner needs two more connections than jobs that run at once, among them one that listens for new jobs.
      maxPoolSize: lane.concurrency + 2,
      concurrency: lane.concurrency,
      noHandleSignals: true,
      pollInterval: 1_000,
      logger: warningsLogger,
      taskList: taskList(lane, db),
      parsedCronItems: cronItems(lane),
      events,
    })
  const logFailure = makeFailureLogger('error', 'a job runner could not start again', { lane: lane.name })
  const replace = async (former: RunningWorker): Promise<RunningWorker> => {
    while (!stopping.signal.aborted) {
      const runner = await start().catch(logFailure)
      if (runner) {
        await former.stop()
        return runner
      }
      await sleep(1_000, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    return former
  }
  let running: Promise<RunningWorker> = start()
  events.on('cron:prematureTimer', ({ expectedTimestamp, currentTimestamp }) => {
    if (expectedTimestamp - currentTimestamp < MAX_RUN_AHEAD_MS) return
    log.warn('the clock of this machine was set back', { lane: lane.name })
    running = running.then(replace)
  })
  await running
  return {
    stop: async () => {
      stopping.abort()
      await (await running).stop()
    },
  }
}

async function startLane(lane: Lane, withLoops: boolean): Promise<RunningWorker> {
  const db = openDatabase(env().DATABASE_URL, lane.connections, { name: lane.name })
  const runner = await startRunner(lane, db)
  const loops = withLoops ? lane.loops.map((loop) => startLoop(loop, db)) : []
  return {
    stop: async () => {
      await Promise.all([runner.stop(), ...loops.map((loop) => loop.stop())])
      await db.end()
    },
  }
}

/**
 * Starts all lanes. `stop` ends them; its promise resolves when work under way is done. Several worker processes may
 * run at once.
 */
export async function startWorker({ loops = true } = {}): Promise<RunningWorker> {
  const running = await Promise.all(lanes.map((lane) => startLane(lane, loops)))
  return {
    stop: async () => {
      await Promise.all(running.map((lane) => lane.stop()))
    },
  }
}
