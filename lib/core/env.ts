import { z } from 'zod'
import { canonicalIpAddress, isIpAddress } from './ip-address-key.ts'
import { isLoopbackHost, isPublicIpAddress } from './is-public-address.ts'
import { secretFault } from './secret-strength.ts'
import { singleton } from './singleton.ts'

const booleanVariable = z
  .enum(['true', 'false', '1', '0', ''])
  .default('false')
  .transform((value) => value === 'true' || value === '1')

/**
 * Schema of an optional variable. An empty value counts as unset: a line without a value in a compose file or .env
 * produces it.
 */
const optionalVariable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => value || undefined, schema.optional())

/** Makes an empty value of a variable count as unset, so that the default of its schema applies. */
const defaultIfEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema)

const strongSecret = z.string().superRefine((value, context) => {
  const message = secretFault(value)
  if (message) context.addIssue({ code: 'custom', message })
})

/**
 * Schema of a comma-separated list of a secret's former or future values, which are accepted besides the secret while
 * it is being replaced (docs/security.md#rotation).
 */
const fallbackSecrets = (secret: z.ZodString) =>
  z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((each) => each.trim() || []))
    .pipe(z.array(secret).max(4))

/** True if each % in `text` begins the code of a character. */
function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Schema of the mail server's URL, whose user and password are decoded for the login. */
const mailServerUrl = z.url({ protocol: /^smtps?$/, abort: true }).refine((url) => {
  const { username, password } = new URL(url)
  return isPercentEncoded(username) && isPercentEncoded(password)
}, 'write a % in user or password as %25')

const environmentFields = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /**
   * True: DATABASE_URL leads through a pooler that gives each transaction another connection, such as PgBouncer in
   * transaction mode (docs/operate.md#pgbouncer). Statements aren't prepared by name then.
   */
  DATABASE_POOLED: booleanVariable,
  /** The database itself, without the pooler: for the worker, and for listening to changes. */
  DATABASE_DIRECT_URL: optionalVariable(z.url({ protocol: /^postgres(ql)?$/ })),
  /** A streaming replica, for histories and reports that may be seconds old (docs/operate.md#a-replica-for-reads). */
  READ_DATABASE_URL: optionalVariable(z.url({ protocol: /^postgres(ql)?$/ })),
  /**
   * True: web and worker may connect as a role that can alter tables. Meant for databases with only one role, such as a
   * demo's.
   */
  ALLOW_OWNER_ROLE: booleanVariable,
  DATABASE_POOL: defaultIfEmpty(z.coerce.number().int().min(1).max(200).default(16)),
  AUTH_SECRET: strongSecret,
  AUTH_SECRET_FALLBACKS: fallbackSecrets(strongSecret),
  /**
   * Comma-separated keys that verify old seals (signatures of the ledger and the audit trail), made under a value of
   * AUTH_SECRET that is no longer a fallback. `npm run rotate-secret` prints them.
   */
  SEAL_KEYS: fallbackSecrets(z.string().regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits')),
  /** URL at which people open the shop. A slash at its end is dropped, because paths are appended to it. */
  PUBLIC_URL: z
    .url()
    .default('http://127.0.0.1:3000')
    .transform((url) => url.trim().replace(/\/+$/, '')),
  HOST: z.string().default('127.0.0.1'),
  PORT: defaultIfEmpty(z.coerce.number().int().min(0).max(65_535).default(3000)),
  /**
   * Seconds for which the web process goes on answering after SIGTERM, while /readyz already answers 503. Must be
   * longer than the proxy in front of the process takes to notice the 503.
   */
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  /** Comma-separated IP addresses of the proxies whose X-Forwarded-For header is believed (docs/contract.md#limits). */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((each) => canonicalIpAddress(each.trim()))
        .filter(Boolean),
    )
    .pipe(z.array(z.string().refine(isIpAddress, 'IP addresses, neither names nor ranges'))),
  /** Factor for every rate limit, and for the number of passwords that may wait for hashing; 100 in the demo. */
  RATE_LIMIT_FACTOR: defaultIfEmpty(z.coerce.number().positive().default(1)),
  /**
   * True for a demo, which accepts connections only from its own machine. Among other things, its staff can read
   * message bodies in the outbox, and need neither a second factor (docs/contract.md#second-factor) nor a second
   * person.
   */
  DEMO: booleanVariable,
  /** Secret by which the bank's side signs the deposits that it reports (docs/contract.md#deposit-hook). */
  DEPOSIT_HOOK_SECRET: optionalVariable(z.string().min(32, 'at least 32 characters')),
  /**
   * Address and port (`address:port`) at which Prometheus reads this process's metrics; without it there are no
   * metrics. A public address, or an address for all networks of the machine (0.0.0.0), is refused without
   * METRICS_TOKEN.
   */
  METRICS_LISTEN: optionalVariable(z.string().regex(/^(\[[\da-f:.]+\]|[\w.-]+):\d{1,5}$/i, 'address:port')),
  DEPOSIT_HOOK_SECRET_FALLBACKS: fallbackSecrets(strongSecret),
  /** Bearer token for /metrics; without it, everybody who can connect to METRICS_LISTEN can read the metrics. */
  METRICS_TOKEN: optionalVariable(z.string().min(16, 'at least 16 characters')),
  METRICS_TOKEN_FALLBACKS: fallbackSecrets(strongSecret),
  /** True: providers may be at private addresses, as the demo's built-in provider is. */
  ALLOW_PRIVATE_PROVIDERS: booleanVariable,
  /** True: members' webhooks may be at private addresses, as in tests; never for a public shop. */
  ALLOW_PRIVATE_WEBHOOKS: booleanVariable,
  /** True: browsers' push services may be at private addresses, as in tests; never for a public shop. */
  ALLOW_PRIVATE_PUSH: booleanVariable,
  /**
   * Mail server: `smtps://user:password@host:465`, or `smtp://` with STARTTLS. Without it, e-mails stay in the outbox.
   */
  SMTP_URL: optionalVariable(mailServerUrl),
  /** Sender of e-mails: an address, or `name <address>`. */
  MAIL_FROM: optionalVariable(z.string().regex(/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/, 'an e-mail address')),
  /**
   * Solapi's API key, secret and registered sender number. If the shop has a connection to Solapi in the console, the
   * values of the connection are used instead. Without both, text messages stay in the outbox.
   */
  SOLAPI_API_KEY: optionalVariable(z.string()),
  SOLAPI_API_SECRET: optionalVariable(z.string()),
  SOLAPI_FROM: optionalVariable(z.string().regex(/^\d{8,12}$/, 'digits alone')),
  SOLAPI_URL: z.url({ protocol: /^https?$/ }).default('https://api.solapi.com'),
  /** Seconds that an order waits before it is sent to a provider, so that the member can still cancel it. */
  SEND_DELAY_SECONDS: z.coerce.number().min(0).max(86_400).default(0),
  NAVER_CLIENT_SECRET: z.string().default(''),
  /**
   * Id of the shop's application at Kakao; access tokens issued for another application are refused
   * (docs/contract.md#naver-and-kakao).
   */
  KAKAO_APP_ID: z.string().regex(/^\d*$/, 'digits').default(''),
  /** Empty if the Kakao application has no client secret. */
  KAKAO_CLIENT_SECRET: z.string().default(''),
  NAVER_LOGIN_URL: z.url().default('https://nid.naver.com'),
  NAVER_API_URL: z.url().default('https://openapi.naver.com'),
  KAKAO_LOGIN_URL: z.url().default('https://kauth.kakao.com'),
  KAKAO_API_URL: z.url().default('https://kapi.kakao.com'),
  /** Timeout of a request to Naver or Kakao, in milliseconds. */
  SNS_TIMEOUT_MS: z.coerce.number().int().min(50).max(30_000).default(5_000),
  OWNER_ID: z.string().optional(),
  OWNER_PASSWORD: z.string().optional(),
  LOG_LEVEL: defaultIfEmpty(z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info')),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
})

type ParsedVariables = z.output<typeof environmentFields>

/** Groups of variables of which either all or none must be set. */
const variablesSetTogether = [
  ['SMTP_URL', 'MAIL_FROM'],
  ['SOLAPI_API_KEY', 'SOLAPI_API_SECRET', 'SOLAPI_FROM'],
] as const

const missingCompanions = (values: ParsedVariables) =>
  variablesSetTogether
    .filter((set) => set.some((name) => values[name]))
    .flatMap((set) => set.filter((name) => !values[name]))

type VariableFault = [name: keyof ParsedVariables, message: string]

const isLoopbackUrl = (url: string): boolean => isLoopbackHost(new URL(url).hostname)

/**
 * Faults of DEPOSIT_HOOK_SECRET and METRICS_TOKEN, which must be strong. The demo demands only their minimum length,
 * since it only accepts connections from its own machine.
 */
const secretFaults = (values: ParsedVariables): VariableFault[] =>
  (['DEPOSIT_HOOK_SECRET', 'METRICS_TOKEN'] as const).flatMap((name): VariableFault[] => {
    const fault = !values.DEMO && values[name] && secretFault(values[name])
    return fault ? [[name, fault]] : []
  })

/**
 * Faults of PUBLIC_URL. It must have https, because the session cookie and passwords would otherwise be sent
 * unencrypted. It must have no path, because the shop only answers at /.
 */
function publicUrlFaults({ PUBLIC_URL }: ParsedVariables): VariableFault[] {
  if (!/^https:/.test(PUBLIC_URL) && !(/^http:/.test(PUBLIC_URL) && isLoopbackUrl(PUBLIC_URL)))
    return [['PUBLIC_URL', 'https, or http on this machine alone']]
  const { pathname, search, hash } = new URL(PUBLIC_URL)
  return pathname + search + hash === '/' ? [] : [['PUBLIC_URL', 'without a path, as https://shop.example.com']]
}

/**
 * Faults of a demo that other machines can reach: anybody who can connect to it can use its accounts and read the
 * verification codes and links that it sends.
 */
function demoFaults({ DEMO, PUBLIC_URL, HOST }: ParsedVariables): VariableFault[] {
  if (!DEMO) return []
  const faults: VariableFault[] = []
  if (!isLoopbackUrl(PUBLIC_URL)) faults.push(['PUBLIC_URL', 'an address of this machine alone while DEMO is set'])
  if (!isLoopbackHost(HOST)) faults.push(['HOST', 'an address of this machine alone while DEMO is set'])
  return faults
}

/** Fault of DATABASE_POOLED without DATABASE_DIRECT_URL: LISTEN doesn't work through a pooler. */
const poolerFaults = ({ DATABASE_POOLED, DATABASE_DIRECT_URL }: ParsedVariables): VariableFault[] =>
  DATABASE_POOLED && !DATABASE_DIRECT_URL ? [['DATABASE_DIRECT_URL', 'needed with DATABASE_POOLED']] : []

/** Host and port of METRICS_LISTEN. */
export function parseMetricsAddress(listen: string): { host: string; port: number } {
  const [, host = '', port] = /^(.+):(\d+)$/.exec(listen) ?? []
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** Fault of metrics that are readable from the internet, or from every network of the machine, without a token. */
function metricsFaults({ METRICS_LISTEN, METRICS_TOKEN }: ParsedVariables): VariableFault[] {
  if (!METRICS_LISTEN || METRICS_TOKEN) return []
  const { host } = parseMetricsAddress(METRICS_LISTEN)
  const open = /^(0+(\.0+)*|[:0]+)$/.test(host) || isPublicIpAddress(host)
  return open ? [['METRICS_LISTEN', 'an internal address, or METRICS_TOKEN with it']] : []
}

/**
 * Fault of a public shop that allows private addresses for webhooks or push services, whose addresses members choose.
 */
const memberAddressFaults = (values: ParsedVariables): VariableFault[] =>
  (['ALLOW_PRIVATE_WEBHOOKS', 'ALLOW_PRIVATE_PUSH'] as const)
    .filter((name) => values[name] && !isLoopbackUrl(values.PUBLIC_URL))
    .map((name) => [name, 'only where PUBLIC_URL is an address of this machine'])

const checkedEnvironment = environmentFields.superRefine((values, context) => {
  const faults: VariableFault[] = [
    ...missingCompanions(values).map((name): VariableFault => [name, 'needed with the others of its kind']),
    ...secretFaults(values),
    ...publicUrlFaults(values),
    ...demoFaults(values),
    ...memberAddressFaults(values),
    ...metricsFaults(values),
    ...poolerFaults(values),
  ]
  for (const [name, message] of faults) context.addIssue({ code: 'custom', path: [name], message })
})

export type Environment = z.output<typeof environmentFields>

/**
 * Parses an environment. Throws an Error that names the faulty variables, never their values. Faults that concern
 * several variables, such as an incomplete group, may be reported only once each variable is valid by itself.
 */
export function parseEnv(source: Record<string, string | undefined>): Environment {
  const parsed = checkedEnvironment.safeParse(source)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path: [name], message }) => `  ${String(name)}: ${message}`)
  throw new Error(`The environment is not complete:\n${faults.join('\n')}`)
}

/** Environment of this process, parsed once. */
export function env(): Environment {
  return singleton('env', () => parseEnv(process.env))
}

/** Makes this process connect to the database without the pooler. Call it before the process uses the database. */
export function avoidPooler(): void {
  const { DATABASE_DIRECT_URL } = env()
  if (DATABASE_DIRECT_URL) Object.assign(env(), { DATABASE_URL: DATABASE_DIRECT_URL, DATABASE_POOLED: false })
}
