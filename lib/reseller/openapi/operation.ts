import { type Call, pathParameters } from '#lib/core/call.ts'
import type { CallDocumentation, CallExample } from '../documentation/call-documentation.ts'
import { inputSchema, type JsonSchema, outputSchema, withDescriptions } from './json-schema.ts'
import {
  dryRunResponses,
  errorResponses,
  examplesOf,
  jsonContent,
  type OpenApiContent,
  type OpenApiResponse,
  successResponses,
} from './responses.ts'

/** A parameter as OpenAPI describes it. */
type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: JsonSchema
  examples?: Record<string, { summary: string; value: unknown }>
}

/** An operation as OpenAPI describes it: a call with one method. */
export type OpenApiOperation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { required: boolean; content: OpenApiContent }
  responses: Record<string, OpenApiResponse>
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Name that generated clients give the call, such as `getStatusByWId` for `GET /status/{wId}`. */
export function operationId(method: string, path: string): string {
  const segments = path.split(/[/-]/).filter(Boolean)
  const parts = segments.map((segment) =>
    capitalized(segment.replace(/^\{(.*)\}$/, (_, name) => `by${capitalized(name)}`)),
  )
  return `${method.toLowerCase()}${parts.join('')}`
}

const securityOf = ({ access }: Call): Record<string, string[]>[] => (access === 'public' ? [] : [{ apiKey: [] }])

const idSchema: JsonSchema = { type: 'integer', minimum: 1, maximum: 999_999_999 }

/** Parameters of the path, under the names that the documented path (`shownPath`) gives them. */
function pathParametersOf({ call, shownPath, fields = {}, examples }: CallDocumentation): Parameter[] {
  const names = pathParameters(call.path)
  const shownNames = pathParameters(shownPath ?? call.path)
  return names.map((name, at) => {
    const values = examplesOf(examples, ({ params }) => params?.[name])
    return {
      name: shownNames[at] ?? name,
      in: 'path',
      required: true,
      ...(fields[name] !== undefined && { description: fields[name] }),
      schema: idSchema,
      ...(values && { examples: values }),
    }
  })
}

type ObjectSchema = { properties?: Record<string, JsonSchema>; required?: string[] }

/** The fields of a schema as parameters of the query. */
export function queryParameters(
  schema: JsonSchema,
  meanings: Readonly<Record<string, string>>,
  examples: readonly CallExample[],
): Parameter[] {
  const { properties = {}, required = [] } = schema as ObjectSchema
  return Object.entries(properties).map(([name, { description = meanings[name], ...value }]) => {
    const values = examplesOf(examples, ({ query }) => query?.[name])
    return {
      name,
      in: 'query',
      ...(required.includes(name) && { required: true }),
      ...(description !== undefined && { description }),
      schema: value,
      ...(values && { examples: values }),
    }
  })
}

const headerParameters = ({ idempotent, etag }: Call): { $ref: string }[] =>
  [...(idempotent ? ['IdempotencyKey'] : []), ...(etag ? ['IfNoneMatch'] : [])].map((name) => ({
    $ref: `#/components/parameters/${name}`,
  }))

/** OpenAPI's description of a documented call. */
export function operationOf(documentation: CallDocumentation): OpenApiOperation {
  const { call, shownPath, title, description, fields = {}, answerFields = {}, examples } = documentation
  const parameters = [
    ...pathParametersOf(documentation),
    ...(call.query ? queryParameters(inputSchema(call.query), fields, examples) : []),
    ...headerParameters(call),
  ]
  const body = call.body && withDescriptions(inputSchema(call.body), fields)
  const answer = withDescriptions(outputSchema(call.answer), answerFields)
  const dryAnswer = call.dryAnswer && withDescriptions(outputSchema(call.dryAnswer), answerFields)
  const details = call.conflictDetails && withDescriptions(outputSchema(call.conflictDetails), answerFields)
  const responses = [
    ...dryRunResponses(documentation, dryAnswer),
    ...successResponses(documentation, answer),
    ...errorResponses(documentation, details),
  ]
  return {
    operationId: operationId(call.method, shownPath ?? call.path),
    tags: ['API'],
    summary: title,
    description,
    security: securityOf(call),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: jsonContent(
          body,
          examplesOf(examples, ({ body: sent }) => sent),
        ),
      },
    }),
    responses: Object.fromEntries(responses),
  }
}
