import type { z } from 'zod'
import { type Call, type Idempotency, pathParameters } from './call.ts'
import type { CallRequest } from './call-request.ts'
import { sha256 } from './crypto.ts'
import { AppError } from './errors.ts'
import { ourIssueMessages } from './issue-messages.ts'
import { messages } from './pipeline-messages.ts'
import { isStorable } from './storable.ts'

/** Maximum number of issues that the response to one malformed request lists. */
const MAX_ISSUES = 100

/**
 * The issues to report. For a value that only one alternative of a union could become, such as a list where a list or an
 * object is accepted, these are the issues of that alternative: they name the item and field that it refused.
 */
function issuesOf({ issues }: z.ZodError): readonly z.core.$ZodIssue[] {
  const [issue] = issues
  if (issues.length !== 1 || issue?.code !== 'invalid_union' || issue.path.length > 0) return issues
  const fitting = issue.errors.filter((errors) => errors.every(({ path }) => path.length > 0))
  return (fitting.length === 1 && fitting[0]) || issues
}

function parseWith(schema: z.ZodType, value: unknown, message: string): unknown {
  const parsed = schema.safeParse(value, ourIssueMessages)
  if (parsed.success) return parsed.data
  const issues = issuesOf(parsed.error)
    .slice(0, MAX_ISSUES)
    .map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw new AppError('BAD_INPUT', message, { issues })
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a JSON body. `checksStorable` as in `Call`. JSON can contain characters that PostgreSQL can't store only as
 * escapes (`\u…`), so a body without escapes isn't checked for them.
 * @throws BAD_INPUT
 */
function parseJson(bytes: Buffer, message: string, checksStorable = false): unknown {
  try {
    const text = strictUtf8.decode(bytes)
    const value: unknown = JSON.parse(text)
    if (checksStorable || !text.includes('\\u') || isStorable(value)) return value
  } catch {
    // Malformed UTF-8 or JSON is refused below.
  }
  throw new AppError('BAD_INPUT', message)
}

/** Paths of the values that a schema refused, also within the alternatives of a union. */
const refusedPaths = (issues: readonly z.core.$ZodIssue[]): PropertyKey[][] =>
  issues.flatMap((issue) =>
    issue.code === 'invalid_union'
      ? issue.errors.flatMap((errors) => refusedPaths(errors).map((path) => [...issue.path, ...path]))
      : [issue.path],
  )

/** Deletes the field at this path if it is null. */
function deleteNull(value: unknown, path: readonly PropertyKey[]): void {
  const name = path.at(-1)
  let parent = value
  for (const step of path.slice(0, -1)) parent = Object(parent)[step]
  if (name === undefined || typeof parent !== 'object' || parent === null || Array.isArray(parent)) return
  const fields = parent as Record<PropertyKey, unknown>
  if (fields[name] === null) delete fields[name]
}

/**
 * Parses a JSON body. Null counts as absent (docs/contract.md#wire): if the schema refuses nulls, their fields are
 * deleted, and the body is parsed again.
 */
function parseBody(schema: z.ZodType, value: unknown, message: string): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  for (const path of refusedPaths(parsed.error.issues)) deleteNull(value, path)
  return parseWith(schema, value, message)
}

/** True if the request says that it has no body. */
const isBodyless = (request: CallRequest): boolean =>
  request.header('content-type') === undefined &&
  request.header('transfer-encoding') === undefined &&
  Number(request.header('content-length') ?? 0) === 0

/**
 * Reads the JSON body of a request. The body and its content type may be missing if the call has no body schema, or if
 * its schema accepts undefined and the call doesn't declare `verify` (docs/contract.md#wire).
 * @throws NOT_JSON; TOO_LARGE; BAD_INPUT; what `verify` throws
 */
export async function readBody(call: Call, request: CallRequest): Promise<{ value: unknown; bytes: Buffer | null }> {
  if (!call.body) {
    call.verify?.(request, Buffer.alloc(0))
    return { value: undefined, bytes: null }
  }
  const noBody = isBodyless(request) && !call.verify ? call.body.safeParse(undefined) : null
  if (noBody?.success) return { value: noBody.data, bytes: null }
  const type = request.header('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new AppError('NOT_JSON', messages.notJson)
  const bytes = await request.body(call.maxBodyBytes)
  call.verify?.(request, bytes)
  const message = call.malformed ?? messages.malformed
  return { value: parseBody(call.body, parseJson(bytes, message, call.checksStorable), message), bytes }
}

/**
 * Idempotency-Key of a request, and the hash of its body; null if the request has no key, or its call isn't
 * `idempotent`.
 * @throws BAD_INPUT
 */
export function readIdempotency(call: Call, request: CallRequest, bytes: Buffer | null): Idempotency | null {
  const key = call.idempotent ? request.header('idempotency-key') : undefined
  if (key === undefined) return null
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw new AppError('BAD_INPUT', messages.malformed)
  return { key, bodyHash: sha256(bytes ?? '') }
}

/**
 * Parses the path parameters. They aren't percent-decoded, since no valid value contains a percent escape.
 * @throws NOT_FOUND a value is invalid
 */
export function readParams(call: Call, request: CallRequest): unknown {
  if (!call.params) return undefined
  const pattern = call.path.split('/')
  const parts = request.path.split('/')
  const entries = pathParameters(call.path).map((name) => [name, parts[pattern.indexOf(`{${name}}`)]])
  const parsed = call.params.safeParse(Object.fromEntries(entries))
  if (!parsed.success) throw new AppError('NOT_FOUND', messages.notFound)
  return parsed.data
}

/**
 * Parses the query parameters. An empty parameter counts as absent, because browsers also send the empty fields of a
 * form.
 * @throws BAD_INPUT
 */
export function readQuery(call: Call, request: CallRequest): unknown {
  if (!call.query) return undefined
  if (request.search.includes('%00')) throw new AppError('BAD_INPUT', messages.malformed)
  const given = [...new URLSearchParams(request.search)].filter(([, value]) => value !== '')
  return parseWith(call.query, Object.fromEntries(given), messages.malformed)
}
