import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from './postgres.ts'

type Pooler = { url: string; stop(): void }

/** The account to run PgBouncer as if this process is root: PgBouncer refuses to run as root. */
function poolerAccount(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const line = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0] ?? ''
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.unref()
  })

/**
 * Starts PgBouncer in transaction mode in front of the server of `url`, with `size` connections to each database, and
 * with the settings of docs/operate.md. The returned `url` leads through PgBouncer to the same database as the given
 * one.
 */
export async function startPooler(url: string, size: number): Promise<Pooler> {
  const { hostname, port, username, password } = new URL(url)
  const folder = mkdtempSync('/tmp/pooler-')
  const poolerPort = await findFreePort()
  const settings = `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${poolerPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 1000
server_check_delay = 0
ignore_startup_parameters = extra_float_digits
logfile = ${join(folder, 'pgbouncer.log')}
`
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${decodeURIComponent(password)}"\n`)
  writeFileSync(join(folder, 'pgbouncer.ini'), settings)
  const account = poolerAccount()
  if (account.uid !== undefined && account.gid !== undefined)
    for (const path of [folder, join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')])
      chownSync(path, account.uid, account.gid)
  const child: ChildProcess = spawn('/usr/sbin/pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let tries = 0; !(await accepts(poolerPort)); tries++) {
    if (tries > 100 || child.exitCode !== null) throw new Error(readFileSync(join(folder, 'pgbouncer.log'), 'utf8'))
    await sleep(100)
  }
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${poolerPort}` }).href,
    stop: () => {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    },
  }
}
