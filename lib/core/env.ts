import { z } from 'zod'
import { singleton } from './singleton.ts'

const flag = z
  .enum(['true', 'false', '1', '0', ''])
  .default('false')
  .transform((value) => value === 'true' || value === '1')

const environment = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(16),
  AUTH_SECRET: z.string().min(32, 'at least 32 characters'),
  PUBLIC_URL: z.url().default('http://127.0.0.1:3000'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Addresses whose X-Forwarded-For is believed, comma separated (decisions 6). */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean),
    ),
  /** Multiplies limits by address or key; 100 in the demo (decisions 6). */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  /** The demo shows the outbox's bodies and asks staff for no second factor (decisions 9). */
  DEMO: flag,
  DEPOSIT_HOOK_SECRET: z.string().min(32, 'at least 32 characters').optional(),
  ALLOW_PRIVATE_PROVIDERS: flag,
  OWNER_ID: z.string().optional(),
  OWNER_PASSWORD: z.string().optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
})

export type Environment = z.output<typeof environment>

/** Reads an environment or throws an Error that names every variable at fault, never its value. */
export function parseEnv(source: Record<string, string | undefined>): Environment {
  const parsed = environment.safeParse(source)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The environment is not complete:\n${faults.join('\n')}`)
}

/** The process's environment, parsed once. */
export function env(): Environment {
  return singleton('env', () => parseEnv(process.env))
}
