import { limitRepeats } from './limit-repeats.ts'
import { log } from './log.ts'

/**
 * Returns a function that logs the failures of one piece of work that is tried again every few seconds, the same reason
 * at most once a minute (`limitRepeats`). The logged field `more` counts the failures since the last logged one.
 */
export const makeFailureLogger = (
  level: 'warn' | 'error',
  message: string,
  fields: Record<string, unknown> = {},
): ((error: unknown) => void) =>
  limitRepeats((error, more) => log[level](message, { error, ...fields, ...(more > 0 && { more }) }))
