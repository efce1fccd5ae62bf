/**
 * Measures the resident memory of web and worker under mixed load: pages that members, staff and people without a login
 * open, and orders through the public API, which the worker handles. Prints the memory every few seconds, then its
 * highest and last values, and its growth per minute: the slope of a line through the second half of the run. `npm run
 * prove -- memory [minutes]`.
 */

import { readFileSync } from 'node:fs'
import { openSession } from '#lib/sessions/open-session.ts'
import { startSeededDatabase } from './database.ts'
import { measureLoad, startWeb, startWorker, WITHOUT_RATE_LIMITS } from './processes.ts'
import { findCheapestService, makeBuyer } from './shop.ts'

const CONNECTIONS = 8
const ORDER_QUANTITY = 100
const SLICE_SECONDS = 2
const minutes = Number(process.argv[2] ?? 10)

const { db, end } = await startSeededDatabase()
const member = await makeBuyer(db, 'bench_member')
const staff = await makeBuyer(db, 'bench_staff')
await db.rows(`UPDATE members SET role = 'OWNER' WHERE id = $1`, [staff.memberId])
const owner = await openSession(db, { memberId: staff.memberId, role: 'OWNER', device: 'bench', totp: true })
const service = await findCheapestService(db, ORDER_QUANTITY)
const web = await startWeb(WITHOUT_RATE_LIMITS)
const worker = await startWorker()

const order = JSON.stringify({
  serviceId: service.id,
  link: 'https://www.instagram.com/bench/',
  amount: ORDER_QUANTITY,
})
const cookieOf = (token: string): string => `accept-encoding: gzip, br\r\ncookie: token=${token}\r\n`
const loads = [
  { path: '/order', header: cookieOf(member.token), body: null },
  { path: '/order', header: 'accept-encoding: gzip, br\r\n', body: null },
  { path: '/order', header: `api-key: ${member.key}\r\n`, body: order },
  { path: '/order-history', header: cookieOf(member.token), body: null },
  { path: '/point', header: cookieOf(member.token), body: null },
  { path: '/services', header: `api-key: ${member.key}\r\naccept-encoding: gzip\r\n`, body: null },
  { path: '/admin/orders', header: cookieOf(owner.token), body: null },
]

/** Resident memory of a process in MB (Linux). */
function residentMb(pid: number | undefined): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) / 1024
}

type Sample = { minute: number; web: number; worker: number }
const samples: Sample[] = []
const answers: Record<string, number> = {}
const started = Date.now()
const minute = (): number => (Date.now() - started) / 60_000

async function loadWith({ path, header, body }: (typeof loads)[number]): Promise<void> {
  const headers = Array.from({ length: CONNECTIONS }, () => header)
  const { statuses } = await measureLoad({ port: web.port, path, seconds: SLICE_SECONDS, body, headers })
  for (const [status, count] of Object.entries(statuses)) answers[status] = (answers[status] ?? 0) + count
  samples.push({ minute: minute(), web: residentMb(web.child.pid), worker: residentMb(worker.pid) })
}

while (minute() < minutes) {
  for (const load of loads) await loadWith(load)
  const last = samples.at(-1)
  console.log(`${minute().toFixed(1)} min: web ${last?.web.toFixed(0)} MB, worker ${last?.worker.toFixed(0)} MB`)
}

/** Slope in MB per minute of a line fitted to the second half of the samples by least squares. */
function slopeOf(name: 'web' | 'worker'): number {
  const secondHalf = samples.filter((sample) => sample.minute > minutes / 2)
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(secondHalf.map((sample) => sample.minute)), mean(secondHalf.map((sample) => sample[name]))]
  const covariance = secondHalf.reduce((sum, sample) => sum + (sample.minute - x) * (sample[name] - y), 0)
  return covariance / secondHalf.reduce((sum, sample) => sum + (sample.minute - x) ** 2, 0)
}

console.log(`${minutes} minutes, ${CONNECTIONS} connections, answers: ${JSON.stringify(answers)}`)
for (const name of ['web', 'worker'] as const) {
  const highest = Math.max(...samples.map((sample) => sample[name]))
  const slope = slopeOf(name)
  const mbAfterAnHour = (samples.at(-1)?.[name] ?? 0) + slope * (60 - minutes)
  console.log(
    `${name}: highest ${highest.toFixed(0)} MB, last ${samples.at(-1)?.[name].toFixed(0)} MB, ${slope.toFixed(2)} MB a minute; by that slope ${mbAfterAnHour.toFixed(0)} MB after an hour`,
  )
}

web.child.kill('SIGKILL')
worker.kill('SIGKILL')
await end()
process.exit(0)
