import pino from 'pino'
import { env } from './env.ts'

/** Names of fields with secrets or personal data: their values are logged as '[redacted]'. */
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

/** Writes all waiting lines at once: one write per line would take a tenth of the time of a call. */
function flush(): void {
  if (waiting.length === 0) return
  const lines = waiting.join('')
  waiting = []
  process.stderr.write(lines)
}
process.once('exit', flush)

function write(line: string): void {
  waiting.push(line)
  if (waiting.length === 1) setTimeout(flush, 200).unref()
}

let made: pino.Logger | undefined

/**
 * Created with the first line because the environment is parsed late; one per copy of this module, like the waiting
 * lines.
 */
function logger(): pino.Logger {
  const { LOG_LEVEL: level } = env()
  made ??= pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: () => `,"at":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: redact },
    },
    { write },
  )
  if (made.level !== level) made.level = level
  return made
}

type Fields = Record<string, unknown>

/** Writes one JSON line per event to standard error. Errors are written at once in case the process is about to end. */
export const log = {
  debug: (message: string, fields: Fields = {}) => logger().debug(fields, message),
  info: (message: string, fields: Fields = {}) => logger().info(fields, message),
  warn: (message: string, fields: Fields = {}) => logger().warn(fields, message),
  error: (message: string, fields: Fields = {}) => {
    logger().error(fields, message)
    flush()
  },
}
