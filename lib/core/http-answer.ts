import type { AppError, ErrorCode } from './errors.ts'

/** The HTTP response of a call. */
export type CallAnswer = {
  status: number
  headers: Record<string, string | string[]>
  body: string | Buffer<ArrayBuffer>
  /** Sent instead of `body`, chunk by chunk, so that a long list is never in memory as a whole. */
  stream?: ReadableStream<Uint8Array>
}

/**
 * Cache-Control value that forbids storing and compressing a response. Proxies honour it, and so does the shop's own
 * compression (no-transform).
 */
export const NO_STORE_NO_TRANSFORM = 'no-store, no-transform'

const statusOfCode: Record<ErrorCode, number> = {
  BAD_INPUT: 400,
  INSUFFICIENT_POINTS: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  OWN_ACCOUNT: 403,
  RESTRICTED: 403,
  REAUTH_REQUIRED: 403,
  TOTP_REQUIRED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  ACTIVE_ORDER: 409,
  OTHER_MEMBER: 409,
  TOO_LARGE: 413,
  NOT_JSON: 415,
  // Another server failed during the call. This is neither the client's fault nor the shop's.
  UPSTREAM_FAILED: 424,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
}

/**
 * Response to a refused call: `{message, code}`, the error's `details` and, for a 400, `issues`
 * (docs/contract.md#wire).
 */
export function errorAnswer(error: AppError, headers: Record<string, string> = {}): CallAnswer {
  const status = statusOfCode[error.code]
  // A 400 that concerns no single field gets one issue with the error's message, so that clients always find the reason
  // of a 400 in `issues`.
  const generalIssues = [{ path: '', message: error.message }]
  const issues = status === 400 && { issues: error.issues?.length ? error.issues : generalIssues }
  const body = { ...error.details, message: error.message, code: error.code, ...issues }
  return {
    status,
    headers: {
      'cache-control': 'no-store',
      ...(error.retryAfterSeconds && { 'retry-after': String(error.retryAfterSeconds) }),
      ...headers,
    },
    body: JSON.stringify(body),
  }
}

/** Converts a CallAnswer to a Web Response for Next. */
export function toResponse({ status, headers, body, stream }: CallAnswer): Response {
  const list = Object.entries({ 'content-type': 'application/json; charset=utf-8', ...headers }).flatMap(
    ([name, value]) => [value].flat().map((each): [string, string] => [name, each]),
  )
  return new Response(status === 304 ? null : (stream ?? body), { status, headers: list })
}
