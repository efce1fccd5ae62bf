import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensurePrismaClient } from './ensure-prisma-client.ts'

const root = join(import.meta.dirname, '..')

type Proof = { args: string[]; env?: Record<string, string> }

/** A proof (a measurement or test that `npm run prove` runs) whose script is a file of bench/. */
const benchmark = (name: string): Proof => ({ args: [join(root, 'bench', `${name}.ts`)] })

/** A proof that runs a test file at its full size, set by `env`; `npm test` runs the same file at a smaller size. */
const fullSizeTest = (file: string, env: Record<string, string>): Proof => ({
  args: [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'unit', '--project', 'alone', file],
  env,
})

/** A proof that runs a file of browser tests at its full size. */
const fullSizeJourney = (file: string, env: Record<string, string>): Proof => ({
  args: [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'e2e', file],
  env,
})

/** Makes a proof run four web processes through PgBouncer and four workers, instead of one of each. */
const asCluster = { PROOF_CLUSTER: '1' }

const proofs: Record<string, Proof> = {
  abuse: benchmark('abuse'),
  bank: fullSizeTest('tests/faults/bank.test.ts', { PROOF_WORKERS: '50', PROOF_SECONDS: '600', PROOF_PAGES: '1' }),
  crash: fullSizeTest('tests/faults/crash.test.ts', { PROOF_KILLS: '200', PROOF_RESTARTS: '20', PROOF_PAGES: '1' }),
  disk: fullSizeTest('tests/faults/disk.test.ts', { PROOF_SECONDS: '10', PROOF_FAULTS: 'all', PROOF_PAGES: '1' }),
  flood: benchmark('flood'),
  fuzz: fullSizeTest('tests/calls/fuzz.test.ts', { PROOF_CASES: '2000', RATE_LIMIT_FACTOR: '1000' }),
  hostile: benchmark('hostile'),
  jobs: benchmark('jobs'),
  lighthouse: benchmark('lighthouse'),
  metrics: benchmark('metrics'),
  memory: benchmark('memory'),
  million: benchmark('million'),
  mutation: benchmark('mutation'),
  naughty: fullSizeTest('tests/calls/naughty-strings.test.ts', { PROOF_STRINGS: 'all', RATE_LIMIT_FACTOR: '1000' }),
  pages: benchmark('pages'),
  cluster: benchmark('cluster'),
  'cluster-crash': fullSizeTest('tests/faults/crash.test.ts', {
    ...asCluster,
    PROOF_KILLS: '100',
    PROOF_RESTARTS: '5',
  }),
  'cluster-bank': fullSizeTest('tests/faults/bank.test.ts', {
    ...asCluster,
    PROOF_WORKERS: '50',
    PROOF_SECONDS: '300',
  }),
  'cluster-calls': fullSizeTest('tests/calls/call-matrix.test.ts', { PROOF_POOLED: '1' }),
  'ten-million': benchmark('ten-million'),
  replica: benchmark('replica'),
  'web-processes': benchmark('web-processes'),
  model: fullSizeTest('tests/model/model.test.ts', { PROOF_SEQUENCES: '10000' }),
  partitions: benchmark('partitions'),
  'place-order': benchmark('place-order'),
  'request-log': benchmark('request-log'),
  'naughty-screens': fullSizeJourney('e2e/journeys/naughty-screens.spec.ts', { PROOF_SCREENS: 'naughty' }),
  screens: fullSizeJourney('e2e/journeys/screens.spec.ts', { PROOF_LOOKS: 'all' }),
  sessions: benchmark('sessions'),
  'bulk-orders': benchmark('bulk-orders'),
  prices: fullSizeTest('lib/prices/listed-is-charged.test.ts', { PROOF_COMBINATIONS: '10000' }),
  promotions: fullSizeTest('lib/promotions/promised-is-credited.test.ts', { PROOF_COMBINATIONS: '10000' }),
  'services-list': benchmark('services-list'),
  'restore-drill': benchmark('restore-drill'),
  upgrade: benchmark('upgrade'),
  'auto-orders': fullSizeTest('lib/orders/auto/killed-while-running.test.ts', {
    PROOF_ORDERS: '10000',
    PROOF_KILLS: '30',
  }),
  replays: fullSizeTest('lib/reseller/replays.test.ts', { PROOF_KEYS: '1000' }),
  'fuzz-openapi': fullSizeTest('tests/openapi/fuzz.test.ts', { FUZZ_CASES: '2000' }),
  requests: fullSizeTest('lib/requests/killed-while-requesting.test.ts', { PROOF_REQUESTS: '2000', PROOF_KILLS: '30' }),
  receipts: fullSizeTest('lib/receipts/issuing/killed-while-issuing.test.ts', {
    PROOF_RECEIPTS: '120',
    PROOF_KILLS: '30',
  }),
  sources: fullSizeTest('lib/deposits/sources/killed-while-asking.test.ts', {
    PROOF_CHARGES: '200',
    PROOF_KILLS: '30',
  }),
  payments: fullSizeTest('lib/card-payments/killed-while-asking.test.ts', {
    PROOF_PAYMENTS: '200',
    PROOF_KILLS: '30',
  }),
  deliveries: fullSizeTest('lib/providers/delivery/killed-while-delivering.test.ts', {
    PROOF_ORDERS: '5000',
    PROOF_KILLS: '50',
  }),
}

const [name = '', ...more] = process.argv.slice(2)
const proof = Object.hasOwn(proofs, name) ? proofs[name] : undefined
if (!proof) {
  console.error(`npm run prove -- <name>, one of: ${Object.keys(proofs).join(', ')}`)
  process.exit(1)
}
await ensurePrismaClient()
const flags = ['--disable-warning=ExperimentalWarning', ...proof.args, ...more]
// Sizes that are set in the environment take precedence over the full size.
const env = { ...proof.env, ...process.env }
process.exit(spawnSync(process.execPath, flags, { cwd: root, env, stdio: 'inherit' }).status ?? 1)
