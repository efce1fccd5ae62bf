import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { lanes } from './lanes.ts'
import { startWorker } from './worker.ts'

const jobs = lanes.flatMap((lane) => lane.jobs)
const jobNames = jobs.map(({ name }) => name)
const dailyJobNames = ['check-books', 'keep-retention', 'mail-changes', 'reconcile-sources', 'warn-dormant']

/** Makes it look as if these jobs had last run `age` ago. */
const setLastRuns = (jobNames: readonly string[], age: string) =>
  ownerDatabase().rows(
    `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     SELECT name, now() - interval '30 days', now() - $2::interval FROM unnest($1::text[]) AS name
     ON CONFLICT (identifier) DO UPDATE SET last_execution = excluded.last_execution`,
    [jobNames, age],
  )

/** Makes a trigger record each job that is added to the queue, because the queue deletes jobs when they are done. */
async function watchQueue(): Promise<void> {
  const statements = [
    'DROP TABLE IF EXISTS added',
    'CREATE TABLE added (task text, backfilled boolean)',
    `CREATE OR REPLACE FUNCTION note_added() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
     BEGIN
       INSERT INTO public.added SELECT identifier, coalesce((NEW.payload #>> '{_cron,backfilled}')::boolean, false)
       FROM graphile_worker._private_tasks WHERE id = NEW.task_id;
       RETURN NULL;
     END $$`,
    `CREATE OR REPLACE TRIGGER note_added AFTER INSERT ON graphile_worker._private_jobs
     FOR EACH ROW EXECUTE FUNCTION note_added()`,
  ]
  for (const statement of statements) await ownerDatabase().rows(statement)
}

const backfilledTasks = () =>
  ownerDatabase().rows<{ task: string }>('SELECT task FROM added WHERE backfilled ORDER BY task')

async function dormantMember(): Promise<number> {
  const { id } = await makeMember()
  await db().rows("UPDATE members SET last_login_at = now() - interval '2 years' WHERE id = $1", [id])
  return id
}

const isWarned = (id: number) => db().rows("SELECT 1 FROM members WHERE id = $1 AND restriction = 'WARNED'", [id])

test('a job runs at least once a day, which is how far back missed runs are looked for', () => {
  for (const { name, cron } of jobs) expect(cron, name).toMatch(/^\S+ \S+ [*] [*] [*]$/)
})

test('daily runs missed in two nights without a worker are made once, by the first worker that starts', async () => {
  const dormant = await dormantMember()
  await setLastRuns(jobNames, '50 hours')
  await watchQueue()
  const workers = await Promise.all([startWorker({ loops: false }), startWorker({ loops: false })])
  await vi.waitFor(async () => expect(await isWarned(dormant)).toHaveLength(1), { timeout: 30_000, interval: 100 })
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(await backfilledTasks()).toEqual(dailyJobNames.map((task) => ({ task })))
})

test('a restart makes up for what was missed and for nothing else', async () => {
  await setLastRuns(jobNames, '0 seconds')
  await setLastRuns(['check-books'], '25 hours')
  await watchQueue()
  const worker = await startWorker({ loops: false })
  await vi.waitFor(async () => expect(await backfilledTasks()).not.toEqual([]), { timeout: 30_000, interval: 100 })
  await worker.stop()
  expect(await backfilledTasks()).toEqual([{ task: 'check-books' }])
})

afterEach(() => {
  vi.useRealTimers()
})

/**
 * Sets the clock that this process reads to the present minute plus `hours`, at this second. The clock goes on from
 * there.
 */
function setClock(hours: number, second: number): void {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true })
  const now = vi.getRealSystemTime() + hours * 3_600_000
  vi.setSystemTime(now - (now % 60_000) + second * 1_000)
}

/** Waits until a job that is due each minute has been queued. */
const waitForJob = () =>
  vi.waitFor(
    async () => expect(await ownerDatabase().rows("SELECT FROM added WHERE task = 'expire-charges'")).not.toEqual([]),
    { timeout: 75_000, interval: 100 },
  )

test('runs that a worker with a wrong clock recorded for a later time keep no job from running', async () => {
  await setLastRuns(jobNames, '-9 hours')
  await watchQueue()
  setClock(0, 57)
  const worker = await startWorker()
  await waitForJob()
  await worker.stop()
})

test('a running worker whose clock is set back goes on with its scheduled jobs', async () => {
  await setLastRuns(jobNames, '0 seconds')
  await watchQueue()
  setClock(9, 55)
  const worker = await startWorker()
  // Waits until each lane waits for the next minute.
  await sleep(1_000)
  setClock(0, 50)
  await waitForJob()
  await worker.stop()
})
