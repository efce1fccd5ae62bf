import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const bench = join(import.meta.dirname, '../bench')

/** Only these print a figure; the other files of the folder are their parts. */
const proofs = ['lighthouse', 'place-order']

const [name = '', ...args] = process.argv.slice(2)
if (!proofs.includes(name)) {
  console.error(`npm run prove -- <name>, one of: ${proofs.join(', ')}`)
  process.exit(1)
}
const flags = ['--disable-warning=ExperimentalWarning', join(bench, `${name}.ts`), ...args]
process.exit(spawnSync(process.execPath, flags, { stdio: 'inherit' }).status ?? 1)
