/**
 * Measures every list, filter and search of the console on a shop of 1,000,000 orders, 200,000 members and 5,000
 * services. Fails if a read takes more than 200 ms or its query plan scans a large table. The pages of the reports,
 * which also read the period before for comparison, may take 300 ms. `npm run prove -- million [orders] [beginning of
 * the reads' names]`.
 */
import { openDatabase } from '#lib/core/db.ts'
import { fillShop } from '#tests/query-plans/many-rows.ts'
import { explainReads } from '#tests/query-plans/plans.ts'
import { listStaffReads, type StaffRead } from '#tests/query-plans/staff-reads.ts'
import { startDatabase } from './database.ts'
import { median, WITHOUT_RATE_LIMITS } from './processes.ts'

const MAX_READ_MS = 200
const MAX_REPORT_MS = 300
/** Executions per read: more than five, after which PostgreSQL may use a generic plan for a prepared statement. */
const ROUNDS = 7

const orderCount = Number(process.argv[2] ?? 1_000_000)
/**
 * A table with more than `large` rows counts as large; `most` is the number of rows that a statement may read of it. A
 * third of the number of orders is enough to read all rows of the member who has the most rows, a month sorted by sum,
 * or one kind of audit entries. A scan of the whole table of orders reads more.
 */
const bounds = { large: 20_000, most: Math.round(orderCount / 3) }
const volume = { orders: orderCount, members: Math.round(orderCount / 5), services: 5_000 }

Object.assign(process.env, WITHOUT_RATE_LIMITS, { LOG_LEVEL: 'error' })
const { db, ownerUrl, end } = await startDatabase()
const started = performance.now()
const owner = openDatabase(ownerUrl, 1)
await fillShop(owner, volume)
await owner.end()
console.log(
  `${orderCount} orders, ${volume.members} members, ${volume.services} services in ${Math.round((performance.now() - started) / 1_000)} s`,
)

async function medianTimeOf({ run }: StaffRead): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now()
    await run(db)
    times.push(performance.now() - from)
  }
  return median(times)
}

/**
 * A read of the console with its median time in milliseconds, and the nodes of its query plans that scan a large table.
 */
type MeasuredRead = { name: string; ms: number; scans: string[] }

async function measureRead(read: StaffRead): Promise<MeasuredRead> {
  return { name: read.name, ms: await medianTimeOf(read), scans: (await explainReads(db, read.run, bounds)).largeScans }
}

const isReport = ({ name }: { name: string }): boolean => name.startsWith('reports:')

/**
 * Combinations of audit trail filters that no entry matches. PostgreSQL knows this only after it has read every entry,
 * so these lists may scan the whole table. Their time limit is the same as that of other lists.
 */
const contradictoryFilters =
  /^GET \/api\/admin\/audit\?(action=.*&(subject=order|q=charge\.)|subject=order&q=charge\.)$/

const isBad = ({ scans, ...read }: MeasuredRead): boolean =>
  read.ms > (isReport(read) ? MAX_REPORT_MS : MAX_READ_MS) ||
  (scans.length > 0 && !contradictoryFilters.test(read.name))

const measuredReads: MeasuredRead[] = []
let repeatedReads = 0

/**
 * Measures a read of the console. Measures it again, up to two times, if the result is bad, because another process may
 * have slowed the machine down.
 */
async function measureWithRetries(read: StaffRead): Promise<MeasuredRead> {
  const first = await measureRead(read).catch(() => null)
  if (first && !isBad(first)) return first
  repeatedReads++
  const second = await measureRead(read)
  return isBad(second) ? measureRead(read) : second
}

const namePrefix = process.argv[3] ?? ''
for (const read of listStaffReads(volume).filter(({ name }) => name.startsWith(namePrefix))) {
  const found = await measureWithRetries(read)
  measuredReads.push(found)
  if (isBad(found)) console.log(`✗ ${read.name}: ${found.ms.toFixed(1)} ms ${found.scans.join('; ')}`)
}
measuredReads.sort((a, b) => b.ms - a.ms)
console.log('\nThe slowest:')
for (const { name, ms } of measuredReads.slice(0, 25)) console.log(`${ms.toFixed(1).padStart(8)} ms  ${name}`)
for (const { name, ms } of measuredReads.filter(isReport))
  console.log(`${name}: ${ms.toFixed(1)} ms of ${MAX_REPORT_MS} ms, ratio ${(ms / MAX_REPORT_MS).toFixed(2)}`)
const badReads = measuredReads.filter(isBad)
console.log(
  `\n${measuredReads.length} reads, median ${median(measuredReads.map(({ ms }) => ms)).toFixed(1)} ms, ${badReads.length} over ${MAX_READ_MS} ms or through a large table; ${repeatedReads} looked at again`,
)
await end()
process.exit(badReads.length > 0 ? 1 : 0)
