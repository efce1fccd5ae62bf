/**
 * Simulates a gang of members and a MANAGER that performs random sequences of actions, in several processes with a
 * PostgreSQL each. Fails if a sequence gets more cash out of the shop than the gang paid in, and prints how to repeat
 * the sequence. `npm run prove -- abuse [sequences] [processes]`.
 */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root } from './processes.ts'

const sequences = Number(process.argv[2] ?? 10_000)
const processes = Number(process.argv[3] ?? availableParallelism())

/**
 * Runs a share of the sequences in a child process, by the test file that `npm test` also runs. Returns its exit code.
 */
function runShare(share: number): Promise<number> {
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'unit', 'tests/abuse/abuse.test.ts']
  const env = { ...process.env, PROOF_SEQUENCES: String(share), PROOF_SEED: String(randomInt(2 ** 31)) }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}

const started = performance.now()
const shares = Array.from({ length: processes }, (_, at) => Math.floor((sequences + at) / processes))
const exitCodes = await Promise.all(shares.map(runShare))
const minutes = ((performance.now() - started) / 60_000).toFixed(1)
console.log(`${sequences} sequences in ${processes} processes: ${minutes} min`)
process.exit(Math.max(...exitCodes))
