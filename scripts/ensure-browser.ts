import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from 'playwright'

/** A Chromium of 67 MB from npm, which is installed only if the machine has no browser. */
const npmBrowser = { name: '@sparticuz/chromium', version: '153.0.0' }
const folder = join(import.meta.dirname, '../.data/browser')

/**
 * Paths at which a browser may be installed. After CHROMIUM_PATH, Chromium's headless shell comes first, because it
 * needs only two thirds of the time to render pages.
 */
const browserPaths = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const systemBrowser = (): string | undefined =>
  [...browserPaths, chromium.executablePath()].find((path) => path && existsSync(path))

const succeeds = (command: string, args: string[]): boolean =>
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

function installFromDebian(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log("Installing Chromium from the system's packages …")
  const installs = (name: string) =>
    succeeds('/usr/bin/apt-get', ['install', '-y', '--no-install-recommends', name, 'fonts-noto-cjk'])
  const installsOne = () => installs('chromium-headless-shell') || installs('chromium')
  return installsOne() || (succeeds('/usr/bin/apt-get', ['update']) && installsOne())
}

async function installFromNpm(): Promise<string> {
  console.log('Installing Chromium from npm …')
  mkdirSync(folder, { recursive: true })
  const require = createRequire(join(folder, 'package.json'))
  const isInstalled = existsSync(join(folder, 'node_modules', npmBrowser.name))
  if (
    !isInstalled &&
    !succeeds('npm', [
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      '--no-save',
      `${npmBrowser.name}@${npmBrowser.version}`,
    ])
  )
    throw new Error('No browser was found, and none could be installed. CHROMIUM_PATH may name one.')
  const { default: bundle } = await import(require.resolve(npmBrowser.name))
  return bundle.executablePath()
}

/**
 * Returns the path of a Chromium on this machine. If there is none, installs one: from Debian as root, else from npm
 * (docs/product.md#demo).
 */
export async function ensureBrowser(): Promise<string> {
  return systemBrowser() ?? (installFromDebian() ? systemBrowser() : undefined) ?? installFromNpm()
}
