import type { CallDocumentation, CallExample, ErrorDocumentation } from '../documentation/call-documentation.ts'
import type { JsonSchema } from './json-schema.ts'

/** A value of an example, as OpenAPI describes it. */
type Example = { summary: string; value: unknown }

export type OpenApiContent = Record<string, { schema: JsonSchema; examples?: Record<string, Example> }>

type Reference = { $ref: string }

export type OpenApiResponse = {
  description: string
  headers?: Record<string, Reference>
  content?: OpenApiContent
  /** Each refusal with this status: its text, its cause, and what to do about it. */
  'x-errors'?: Omit<ErrorDocumentation, 'status'>[]
}

/**
 * The examples of a call with their names in the document. The request and the response of an example have the same
 * name.
 */
export const namedExamples = (examples: readonly CallExample[]): [name: string, example: CallExample][] =>
  examples.map((example, at) => [`example-${at + 1}`, example])

/** The part of each example that `partOf` selects, by the example's name. Undefined if no example has this part. */
export function examplesOf(
  examples: readonly CallExample[],
  partOf: (example: CallExample) => unknown,
): Record<string, Example> | undefined {
  const found = namedExamples(examples).flatMap(([name, example]) => {
    const value = partOf(example)
    return value === undefined ? [] : [[name, { summary: example.title, value }] as const]
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

export const jsonContent = (schema: JsonSchema, examples?: Record<string, Example>): OpenApiContent => ({
  'application/json': { schema, ...(examples && { examples }) },
})

const answerWithStatus = (status: number) => (example: CallExample) =>
  example.status === status ? example.answer : undefined

const headerRefs = (...names: string[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/**
 * Schema of a response with one of these errors (docs/contract.md#wire). `details`: schema of the further fields of a
 * 409.
 */
function errorSchema(errors: readonly ErrorDocumentation[], status: number, details?: JsonSchema): JsonSchema {
  const codes = [...new Set(errors.map(({ code }) => code))]
  return {
    type: 'object',
    properties: {
      message: { type: 'string', description: '한국어로 쓴 이유. 화면에 그대로 보여 줘도 괜찮아요.' },
      code: { type: 'string', enum: codes, description: '프로그램이 구분할 수 있는 이유' },
      ...(status === 400 && { issues: { $ref: '#/components/schemas/Issues' } }),
      ...(status === 409 && details?.properties),
    },
    required: ['message', 'code', ...(status === 400 ? ['issues'] : [])],
    additionalProperties: false,
  }
}

const errorList = (errors: readonly ErrorDocumentation[]): string =>
  errors.map(({ message, cause, cure }) => `- \`${message}\` ${cause} ${cure}`).join('\n')

const withoutStatus = ({ status: _, ...rest }: ErrorDocumentation) => rest

/**
 * Headers of a response. For calls with an API key (`usesKey`): the request id, and the key's rate limit, except in a
 * 401, where the key is unknown. For a 429 or 503: the time to wait.
 */
const headersOf = (status: number, usesKey: boolean): Record<string, Reference> =>
  headerRefs(
    ...(usesKey ? ['X-Request-Id'] : []),
    ...(usesKey && status !== 401 ? ['RateLimit', 'RateLimit-Policy'] : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  )

/** Response for the refusals of a call that share one status. */
export const errorResponse = (
  { call, examples }: CallDocumentation,
  status: number,
  errors: readonly ErrorDocumentation[],
  details?: JsonSchema,
): OpenApiResponse => ({
  description: errorList(errors),
  headers: headersOf(status, call.access === 'api-key'),
  content: jsonContent(errorSchema(errors, status, details), examplesOf(examples, answerWithStatus(status))),
  'x-errors': errors.map(withoutStatus),
})

/** Responses for the refusals of a call, one for each status. */
export const errorResponses = (documentation: CallDocumentation, details?: JsonSchema): [string, OpenApiResponse][] =>
  [...Map.groupBy(documentation.errors, ({ status }) => status)].map(([status, errors]) => [
    String(status),
    errorResponse(documentation, status, errors, details),
  ])

/** Response to a dry run, if the call has dry runs. */
export const dryRunResponses = (
  { call, examples }: CallDocumentation,
  schema?: JsonSchema,
): [string, OpenApiResponse][] => {
  if (!schema) return []
  const description = '`dryRun: true`로 보냈을 때의 응답이에요. 아무것도 주문하지 않았어요.'
  const content = jsonContent(schema, examplesOf(examples, answerWithStatus(200)))
  return [['200', { description, headers: headersOf(200, call.access === 'api-key'), content }]]
}

/** Responses to a successful call; a call with an ETag may also respond with 304. */
export function successResponses(
  { call, examples }: CallDocumentation,
  schema: JsonSchema,
  errors: readonly ErrorDocumentation[] = [],
): [string, OpenApiResponse][] {
  const status = call.status ?? 200
  const etagHeader = call.etag ? headerRefs('ETag') : {}
  const headers = { ...headersOf(status, call.access === 'api-key'), ...etagHeader }
  const success: OpenApiResponse = {
    description: ['성공했어요.', errors.length > 0 && `거절하면 \`error\`에 이유가 있어요.\n\n${errorList(errors)}`]
      .filter(Boolean)
      .join(' '),
    headers,
    content: jsonContent(schema, examplesOf(examples, answerWithStatus(status))),
    ...(errors.length > 0 && { 'x-errors': errors.map(withoutStatus) }),
  }
  const unchanged: OpenApiResponse = { description: '`If-None-Match`로 보낸 것에서 바뀐 것이 없어요.', headers }
  return [[String(status), success], ...(call.etag ? [['304', unchanged] as [string, OpenApiResponse]] : [])]
}
