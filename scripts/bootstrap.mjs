// `node scripts/bootstrap.mjs <script> …` works on a fresh clone with any Node.js >= 20.19: it installs the
// dependencies if needed, and then runs the script with the project's own Node.js. Therefore this file uses neither
// TypeScript nor dependencies.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const bin = join(root, 'node_modules/.bin')
const ownNode = join(bin, 'node')

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/**
 * True if all packages are installed, except optional ones. npm writes its list of installed packages last, so a
 * package in that list with the expected digest is complete.
 */
function isInstalled() {
  const list = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(list) || !existsSync(ownNode)) return false
  const installed = packagesOf(list)
  const wanted = Object.entries(packagesOf(join(root, 'package-lock.json')))
  return wanted.every(([path, { optional, integrity }]) => {
    const found = installed[path]
    return path === '' || (found ? found.integrity === integrity : optional === true)
  })
}

/** PATH without the project's own Node.js: npm is about to replace that one, so it can't run on it. */
const outerPath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((each) => each !== bin)
    .join(delimiter)

function install() {
  console.log('Installing the dependencies (a minute or two, the first time only) …')
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const [command, args] = npm && node && !node.startsWith(root) ? [node, [npm]] : ['npm', []]
  const env = { ...process.env, PATH: outerPath() }
  const result = spawnSync(command, [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  if (result.status !== 0) process.exit(result.status ?? 1)
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed to start; this is ${process.version}.`)
  process.exit(1)
}
if (!isInstalled()) install()

const [script, ...rest] = process.argv.slice(2)
const env = { ...process.env, PATH: [bin, outerPath()].join(delimiter) }
const flags = ['--disable-warning=ExperimentalWarning']
// The child's IPC channel closes when this process ends, even by kill -9; the child notices that and ends, too.
const child = spawn(ownNode, [...flags, join(root, script), ...rest], {
  cwd: root,
  env,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})

// Ctrl-C in a terminal reaches both processes; a signal sent to this process alone is passed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)))
