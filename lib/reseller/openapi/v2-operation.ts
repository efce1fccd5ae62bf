import type { ActionDocumentation, CallDocumentation, FieldMeanings } from '../documentation/call-documentation.ts'
import { v2Actions } from '../v2/actions.ts'
import { inputSchema, type JsonSchema, outputSchema, withDescriptions } from './json-schema.ts'
import { type OpenApiOperation, operationId, queryParameters } from './operation.ts'
import { errorResponse, examplesOf, jsonContent, type OpenApiResponse, successResponses } from './responses.ts'

type Schemas = Record<string, JsonSchema>

const schemaName = (action: string, part: string): string =>
  `ApiV2${action.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}${part}`

const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

type ObjectSchema = { properties?: Schemas; required?: string[] }

/** Schema of a request for one action: its parameters, the action's name and the API key. */
function requestSchema(name: string, meanings: FieldMeanings, input: JsonSchema): JsonSchema {
  const { properties, required = [] } = input as ObjectSchema
  const common = { action: { type: 'string', const: name }, key: { type: 'string', maxLength: 200 } }
  return withDescriptions(
    { type: 'object', properties: { ...common, ...properties }, required: ['action', ...required] } as JsonSchema,
    meanings,
  )
}

const documentationOf = (
  { actions: documented = [] }: CallDocumentation,
  name: string,
): ActionDocumentation | undefined => documented.find((each) => each.name === name)

const ERROR_MEANING = '거절한 이유. 다른 패널과 같은 영어 문장이에요.'

/** Schemas of the requests and responses of all actions, and of a refusal, by their names in the document. */
export function v2Schemas(documentation: CallDocumentation): Schemas {
  const common = documentation.fields ?? {}
  const schemas = v2Actions.flatMap(({ name, input, answer }): [string, JsonSchema][] => {
    const { fields = {}, answerFields = {}, title, description } = documentationOf(documentation, name) ?? {}
    const request = requestSchema(name, { ...common, ...fields }, inputSchema(input))
    return [
      [schemaName(name, ''), { title, description, ...request } as JsonSchema],
      [schemaName(name, 'Answer'), withDescriptions(outputSchema(answer), { error: ERROR_MEANING, ...answerFields })],
    ]
  })
  const error = { error: { type: 'string', description: ERROR_MEANING } }
  const refusal = { type: 'object', properties: error, required: ['error'], additionalProperties: false }
  return { ...Object.fromEntries(schemas), ApiV2Error: refusal as JsonSchema }
}

/** Schema of a request body: the schema of one of the actions. */
const anyActionSchema = (): JsonSchema => ({
  oneOf: v2Actions.map(({ name }) => refTo(schemaName(name, ''))),
  discriminator: {
    propertyName: 'action',
    mapping: Object.fromEntries(v2Actions.map(({ name }) => [name, `#/components/schemas/${schemaName(name, '')}`])),
  },
})

/** Schema with the parameters of all actions, for a request that has its parameters in the query. */
function allParametersSchema(schemas: Schemas): JsonSchema {
  const requests = v2Actions.map(({ name }) => schemas[schemaName(name, '')] as ObjectSchema)
  const properties = Object.assign({}, ...requests.map((each) => each.properties))
  const action = {
    type: 'string',
    enum: v2Actions.map(({ name }) => name),
    description: properties.action?.description,
  }
  return { type: 'object', properties: { ...properties, action }, required: ['action'] } as JsonSchema
}

/**
 * The response 429 or 503, in the format of API v2. It also has this format if the rate limit of the IP address refused
 * the request (`refuseFor` of lib/web/entry.ts).
 */
function refusalResponse(documentation: CallDocumentation, status: 429 | 503): OpenApiResponse {
  const errors = documentation.errors.filter((each) => each.status === status)
  const response = errorResponse({ ...documentation, examples: [] }, status, errors)
  return { ...response, content: jsonContent(refTo('ApiV2Error')) }
}

/** The ways to send the API key: in either of two headers or in the query. */
const keySecurity = (): Record<string, string[]>[] => [{ apiKey: [] }, { bearer: [] }, { key: [] }]

/** The OpenAPI operation of API v2 for a method: GET has the action's parameters in the query, POST in the body. */
export function v2Operation(
  documentation: CallDocumentation,
  method: 'GET' | 'POST',
  schemas: Schemas,
): OpenApiOperation {
  const { call, title, description, errors, examples } = documentation
  const answer = {
    anyOf: [...v2Actions.map(({ name }) => refTo(schemaName(name, 'Answer'))), refTo('ApiV2Error')],
  }
  const idempotencyKey = { $ref: '#/components/parameters/IdempotencyKey' }
  const content = jsonContent(
    anyActionSchema(),
    examplesOf(examples, ({ body }) => body),
  )
  const [json] = Object.values(content)
  const form = { 'application/x-www-form-urlencoded': { schema: anyActionSchema() } }
  const multipart = { 'multipart/form-data': { schema: anyActionSchema() } }
  return {
    operationId: operationId(method, call.path),
    tags: ['API v2'],
    summary: method === 'GET' ? `${title} (쿼리)` : title,
    description,
    // OpenAPI has no scheme for a key in the body, so {} allows a request without the other schemes.
    security: [...keySecurity(), ...(method === 'POST' ? [{}] : [])],
    parameters: [...(method === 'GET' ? queryParameters(allParametersSchema(schemas), {}, []) : []), idempotencyKey],
    ...(method === 'POST' &&
      json && { requestBody: { required: true, content: { 'application/json': json, ...form, ...multipart } } }),
    responses: Object.fromEntries([
      ...successResponses(
        method === 'POST' ? documentation : { ...documentation, examples: [] },
        answer,
        errors.filter(({ status }) => status === 200),
      ),
      ['429', refusalResponse(documentation, 429)],
      ['503', refusalResponse(documentation, 503)],
    ]),
  }
}
