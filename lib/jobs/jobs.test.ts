import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { backdateExpiry, makeCharge } from '#lib/charges/testing/charges.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { jobLabels } from '#lib/reports/labels.ts'
import { checkBooksJob } from './check-books-job.ts'
import { expireChargesJob } from './expire-charges-job.ts'
import { forgetKeysJob } from './forget-keys-job.ts'
import { lanes } from './lanes.ts'
import { startWorker } from './worker.ts'

const names = lanes.flatMap((lane) => [...lane.jobs, ...lane.rowJobs]).map(({ name }) => name)
const jobs = lanes.flatMap((lane) => lane.jobs)

afterEach(() => expectBooksBalance())
beforeEach(() => ownerDatabase().rows('DELETE FROM tasks'))

const chargeStatus = async (chargeId: number) =>
  (await oneRow<{ status: number }>(db(), 'SELECT status FROM charges WHERE id = $1', [chargeId])).status

async function dueCharge(): Promise<number> {
  const chargeId = await makeCharge({ memberId: (await makeMember()).id })
  await backdateExpiry(chargeId)
  return chargeId
}

const makeIdempotencyKey = async (age: string): Promise<number> => {
  const { id } = await makeMember()
  await db().rows(
    `INSERT INTO idempotency_keys (member_id, call, key, body_hash, answer, created_at)
     VALUES ($1, 'order', 'k', '\\x00', '{}', now() - $2::interval)`,
    [id, age],
  )
  return id
}

const idempotencyKeysOf = (memberIds: number[]) =>
  db().rows<{ memberId: number }>('SELECT member_id FROM idempotency_keys WHERE member_id = ANY ($1::int[])', [
    memberIds,
  ])

/** Runs a function while a wrong balance keeps the books from balancing. */
async function whileUnbalanced(run: () => Promise<void>): Promise<void> {
  const { id } = await makeMember()
  await db().rows('UPDATE balances SET point = point + 1 WHERE member_id = $1', [id])
  try {
    await run()
  } finally {
    await db().rows('UPDATE balances SET point = point - 1 WHERE member_id = $1', [id])
  }
}

const bookTasks = () => db().rows("SELECT 1 FROM tasks WHERE kind = 'BOOKS'")

test('a charge past its three hours fails, a younger one stays, and a second sweep finds nothing', async () => {
  const due = await dueCharge()
  const young = await makeCharge({ memberId: (await makeMember()).id })
  await expireChargesJob.run(db())
  await expireChargesJob.run(db())
  expect([await chargeStatus(due), await chargeStatus(young)]).toEqual([2, 0])
})

test('a retry’s key is forgotten after 72 hours, not before', async () => {
  const old = await makeIdempotencyKey('72 hours 1 second')
  const left = await makeIdempotencyKey('71 hours 59 minutes')
  await forgetKeysJob.run(db())
  expect(await idempotencyKeysOf([old, left])).toEqual([{ memberId: left }])
})

test('rows that the limits of logins and codes still count aren’t deleted', async () => {
  await db().rows(`INSERT INTO login_failures (login_id, address, at) VALUES
    ('old', 'a', now() - interval '25 hours'), ('new', 'a', now() - interval '15 minutes')`)
  await db().rows(`INSERT INTO verification_codes (channel, target, code_hash, created_at, expires_at) VALUES
    ('EMAIL', 'old', '', now() - interval '49 hours', now()), ('EMAIL', 'new', '', now() - interval '23 hours', now())`)
  await forgetKeysJob.run(db())
  expect(await db().rows('SELECT login_id FROM login_failures')).toEqual([{ loginId: 'new' }])
  expect(await db().rows('SELECT target FROM verification_codes')).toEqual([{ target: 'new' }])
})

test('a scheduled job that failed for good is forgotten once it runs without failing again', async () => {
  const failedAt = async (task: string, ...ages: string[]): Promise<void> => {
    for (const _ of ages)
      await ownerDatabase().rows('SELECT FROM graphile_worker.add_job($1, max_attempts := 1)', [task])
    await ownerDatabase().rows(
      `UPDATE graphile_worker._private_jobs j SET attempts = 1, last_error = 'the disk was full',
         run_at = now() - a.age::interval, updated_at = now() - a.age::interval
       FROM (SELECT id, row_number() OVER (ORDER BY id) FROM graphile_worker.jobs WHERE task_identifier = $1) AS n
         JOIN unnest($2::text[]) WITH ORDINALITY AS a (age, place) ON a.place = n.row_number
       WHERE j.id = n.id`,
      [task, ages],
    )
  }
  await failedAt('expire-charges', '3 hours', '2 hours', '30 minutes')
  await failedAt('match-deposits', '3 hours', '1 minute')
  await failedAt('check-books', '20 hours')
  await failedAt('mail-changes', '30 hours')
  await failedAt('send-message', '3 hours')
  await ownerDatabase().rows(
    `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     VALUES ('expire-charges', now(), now()), ('match-deposits', now(), now()),
       ('check-books', now(), now() - interval '20 hours 1 minute'), ('mail-changes', now(), now() - interval '6 hours')
     ON CONFLICT (identifier) DO UPDATE SET last_execution = excluded.last_execution`,
  )
  await forgetKeysJob.run(db())
  const left = await db().rows<{ task: string }>(
    'SELECT task_identifier AS task FROM graphile_worker.jobs WHERE attempts >= max_attempts ORDER BY task',
  )
  expect(left.map(({ task }) => task)).toEqual(['check-books', 'match-deposits', 'match-deposits', 'send-message'])
  await ownerDatabase().rows('DELETE FROM graphile_worker._private_jobs')
  await ownerDatabase().rows('DELETE FROM graphile_worker._private_known_crontabs')
})

test('a job that failed for good is forgotten after a week, so that the dashboard doesn’t tell of it for ever', async () => {
  const failedJob = async (age: string, attempts: number) => {
    const { id } = await oneRow<{ id: bigint }>(
      db(),
      "SELECT id FROM graphile_worker.add_job('expire-charges', max_attempts := 3)",
    )
    await ownerDatabase().rows(
      `UPDATE graphile_worker._private_jobs SET attempts = $2, last_error = 'no space left', run_at = now() + interval '1 day',
         updated_at = now() - $3::interval WHERE id = $1`,
      [id, attempts, age],
    )
    return id
  }
  await failedJob('8 days', 3)
  const left = [await failedJob('6 days', 3), await failedJob('8 days', 2)]
  await forgetKeysJob.run(db())
  expect(await db().rows('SELECT id FROM graphile_worker.jobs ORDER BY id')).toEqual(left.map((id) => ({ id })))
  await ownerDatabase().rows('DELETE FROM graphile_worker._private_jobs')
})

test('books that don’t balance are one task, however often they are checked', async () => {
  await checkBooksJob.run(db())
  expect(await bookTasks()).toEqual([])
  await whileUnbalanced(async () => {
    await checkBooksJob.run(db())
    await checkBooksJob.run(db())
  })
  expect(await bookTasks()).toHaveLength(1)
})

test('every job has a name of its own and a time of its own that cron understands', () => {
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length)
  for (const { name, cron } of jobs) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(cron).toMatch(/^[\d*/,-]+( [\d*/,-]+){4}$/)
  }
})

test('the real worker runs every job it knows, twice side by side, and stops when told', async () => {
  const [due, old] = [await dueCharge(), await makeIdempotencyKey('73 hours')]
  const runners = await Promise.all([startWorker(), startWorker()])
  await whileUnbalanced(async () => {
    for (const { name } of [...jobs, ...jobs]) await db().rows('SELECT graphile_worker.add_job($1)', [name])
    await vi.waitFor(
      async () => {
        const left = await db().rows('SELECT last_error FROM graphile_worker.jobs')
        expect(left).toEqual([])
      },
      { timeout: 60_000, interval: 100 },
    )
  })
  await Promise.all(runners.map((runner) => runner.stop()))
  expect(await chargeStatus(due)).toBe(2)
  expect(await idempotencyKeysOf([old])).toEqual([])
  expect(await bookTasks()).toHaveLength(1)
})

test('a job added in a transaction that is undone is not there for any worker', async () => {
  const undone = db().transaction(async (tx) => {
    await tx.rows("SELECT graphile_worker.add_job('expire-charges', job_key := 'undone')")
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await db().rows("SELECT 1 FROM graphile_worker.jobs WHERE key = 'undone'")).toEqual([])
})

test('staff read in Korean which job failed: every job that can has its words, and no other', () => {
  expect(Object.keys(jobLabels)).toEqual(names.toSorted())
})
