import pino from 'pino'
import { env } from './env.ts'

/** Fields with secrets or personal data: only their presence is logged. */
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

function write(line: string): void {
  waiting.push(line)
  if (waiting.length === 1) setTimeout(flush, 200).unref()
}

let made: pino.Logger | undefined

/** Made by the first line, as the environment is read late; one for each copy of this module, like what waits. */
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

/** One JSON line an event on standard error. Errors go out at once, whatever becomes of the process. */
export const log = {
  debug: (message: string, fields: Fields = {}) => logger().debug(fields, message),
  info: (message: string, fields: Fields = {}) => logger().info(fields, message),
  warn: (message: string, fields: Fields = {}) => logger().warn(fields, message),
  error: (message: string, fields: Fields = {}) => {
    logger().error(fields, message)
    flush()
  },
}
