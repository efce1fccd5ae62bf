/**
 * Codes of the errors with which calls refuse requests. Browsers load this file too, for rules and schemas, so it must
 * not import anything of the server.
 */
export type ErrorCode =
  | 'BAD_INPUT'
  | 'INSUFFICIENT_POINTS'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'OWN_ACCOUNT'
  | 'RESTRICTED'
  | 'REAUTH_REQUIRED'
  | 'TOTP_REQUIRED'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'ACTIVE_ORDER'
  | 'OTHER_MEMBER'
  | 'TOO_LARGE'
  | 'NOT_JSON'
  | 'UPSTREAM_FAILED'
  | 'TOO_MANY_REQUESTS'
  | 'UNAVAILABLE'
  | 'INTERNAL'

/** What is wrong with the field `path` (names joined by dots; '' for no single field), as a text for the user. */
export type Issue = { path: string; message: string }

type AppErrorExtra = {
  issues?: Issue[]
  retryAfterSeconds?: number
  /** Additional fields of the JSON response that the client needs to continue. */
  details?: Readonly<Record<string, unknown>>
}

/**
 * Refusal of an HTTP request, with a Korean message for the user. Any other thrown error counts as a fault of the
 * server: the response is a 500, or a 503 if the database failed.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly issues: Issue[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(code: ErrorCode, message: string, extra: AppErrorExtra = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.issues = extra.issues
    this.retryAfterSeconds = extra.retryAfterSeconds
    this.details = extra.details
  }
}

/** Error about the value of one field of a body or query; `path` is the field's name. */
export const badField = (path: string, message: string): AppError =>
  new AppError('BAD_INPUT', message, { issues: [{ path, message }] })
