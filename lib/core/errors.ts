/** The closed list of error codes. Safe in a browser: schemas and rules throw them too. */
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
  | 'TOO_LARGE'
  | 'NOT_JSON'
  | 'UPSTREAM_FAILED'
  | 'TOO_MANY_REQUESTS'
  | 'UNAVAILABLE'
  | 'INTERNAL'

export type Issue = { path: string; message: string }

type Extra = {
  issues?: Issue[]
  retryAfterSeconds?: number
  /** Further fields of the JSON answer that the caller needs to go on. */
  details?: Record<string, string>
}

/** A refusal with the Korean message for its reader. Anything else that is thrown is a fault and answers 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly issues: Issue[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly details: Record<string, string> | undefined

  constructor(code: ErrorCode, message: string, extra: Extra = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.issues = extra.issues
    this.retryAfterSeconds = extra.retryAfterSeconds
    this.details = extra.details
  }
}
