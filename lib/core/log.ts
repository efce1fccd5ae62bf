import { env } from './env.ts'

const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const
type Level = Exclude<(typeof levels)[number], 'silent'>

/** Fields whose value opens or identifies: only their presence is ever logged. */
const secret = /password|token|secret|key|authorization|cookie|code|email|phone|link|name|account/i

function redact(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      if (value instanceof Error) return [field, { name: value.name, message: value.message, stack: value.stack }]
      return [field, secret.test(field) && value !== undefined ? '[redacted]' : value]
    }),
  )
}

let waiting: string[] = []

/** Writes what waits in one go: a write a line would cost a call a tenth of its time. */
function flush(): void {
  if (waiting.length === 0) return
  const lines = waiting.join('')
  waiting = []
  process.stderr.write(lines)
}
process.once('exit', flush)

function write(level: Level, message: string, fields: Record<string, unknown> = {}): void {
  if (levels.indexOf(level) < levels.indexOf(env().LOG_LEVEL)) return
  waiting.push(`${JSON.stringify({ at: new Date().toISOString(), level, message, ...redact(fields) })}\n`)
  if (level === 'error') flush()
  else if (waiting.length === 1) setTimeout(flush, 200).unref()
}

/** One JSON line an event on standard error. */
export const log = {
  debug: (message: string, fields?: Record<string, unknown>) => write('debug', message, fields),
  info: (message: string, fields?: Record<string, unknown>) => write('info', message, fields),
  warn: (message: string, fields?: Record<string, unknown>) => write('warn', message, fields),
  error: (message: string, fields?: Record<string, unknown>) => write('error', message, fields),
}
