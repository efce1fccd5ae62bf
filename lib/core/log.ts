import pino from 'pino'
import { env } from './env.ts'
import { currentRequestId } from './request-context.ts'

/** Names of fields with secrets or personal data: their values are logged as '[redacted]'. */
const secretFieldName = /password|token|secret|key|authorization|cookie|code|email|phone|link|name|account/i

function redactSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      if (value instanceof Error) return [field, { name: value.name, message: value.message, stack: value.stack }]
      return [field, secretFieldName.test(field) && value !== undefined ? '[redacted]' : value]
    }),
  )
}

/**
 * Log field with the id of the current HTTP request or job. All lines of web and worker about the same request have the
 * same id.
 */
function requestFields(): { requestId?: string } {
  const requestId = currentRequestId()
  return requestId === undefined ? {} : { requestId }
}

let waitingLines: string[] = []

/** Writes all waiting lines at once: writing each line separately took a tenth of the time of a call. */
function writeWaitingLines(): void {
  if (waitingLines.length === 0) return
  const lines = waitingLines.join('')
  waitingLines = []
  process.stderr.write(lines)
}
process.once('exit', writeWaitingLines)

function queueLine(line: string): void {
  waitingLines.push(line)
  if (waitingLines.length === 1) setTimeout(writeWaitingLines, 200).unref()
}

let madeLogger: pino.Logger | undefined

/**
 * The logger. It is created when the first line is logged, because it needs the parsed environment. This module is
 * loaded twice, by the HTTP entry and by Next; each copy has a logger and waiting lines of its own.
 */
function logger(): pino.Logger {
  const { LOG_LEVEL: level } = env()
  madeLogger ??= pino(
    {
      level,
      base: null,
      messageKey: 'message',
      mixin: () => requestFields(),
      timestamp: () => `,"at":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: redactSecrets },
    },
    { write: queueLine },
  )
  if (madeLogger.level !== level) madeLogger.level = level
  return madeLogger
}

type LogFields = Record<string, unknown>

/** Writes one JSON line per event to standard error. Errors are written at once in case the process is about to end. */
export const log = {
  debug: (message: string, fields: LogFields = {}) => logger().debug(fields, message),
  info: (message: string, fields: LogFields = {}) => logger().info(fields, message),
  warn: (message: string, fields: LogFields = {}) => logger().warn(fields, message),
  error: (message: string, fields: LogFields = {}) => {
    logger().error(fields, message)
    writeWaitingLines()
  },
}
