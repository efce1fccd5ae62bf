import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const caddyPaths = [process.env.CADDY_PATH ?? '', '/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy']

export const findInstalledCaddy = (): string | undefined => caddyPaths.find((path) => path && existsSync(path))

const aptGet = (...args: string[]): boolean =>
  spawnSync('/usr/bin/apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

/** Returns the path of Caddy. Installs it from Debian if the machine has none and this process is root. */
export function ensureCaddy(): string {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const install = () => aptGet('install', '-y', '--no-install-recommends', 'caddy')
  if (!findInstalledCaddy() && mayInstall && !install() && aptGet('update')) install()
  const found = findInstalledCaddy()
  if (!found) throw new Error('Caddy was not found, and could not be installed. CADDY_PATH may name it.')
  return found
}
