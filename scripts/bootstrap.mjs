// Runs `node scripts/bootstrap.mjs <script> …` on a fresh clone with any Node >= 20.19: installs when needed, then hands
// over to the script on the Node that the project brings. So: no TypeScript and no dependency in here.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const bin = join(root, 'node_modules/.bin')
const ownNode = join(bin, 'node')

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/** npm writes its own list last of all: what it names with the right digest is there, whole. */
function isInstalled() {
  const list = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(list) || !existsSync(ownNode)) return false
  const there = packagesOf(list)
  const wanted = Object.entries(packagesOf(join(root, 'package-lock.json')))
  return wanted.every(([path, { optional, integrity }]) => {
    const found = there[path]
    return path === '' || (found ? found.integrity === integrity : optional === true)
  })
}

/** Without the folder that is about to be replaced, whose Node would be pulled from under npm's feet. */
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
// The channel tells the script when this process is gone, killed too.
const child = spawn(ownNode, [...flags, join(root, script), ...rest], {
  cwd: root,
  env,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})

// A terminal sends Ctrl-C to both; whoever signals this process alone means the other one too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)))
