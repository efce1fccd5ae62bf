import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#lib/core/call.ts'
import { requestStates } from '#lib/requests/labels.ts'
import { callDocumentation } from '#lib/reseller/documentation/queries.ts'
import { openApiCall } from '#lib/reseller/openapi/calls.ts'
import { type OpenApiDocument, openApiDocument } from '#lib/reseller/openapi/document.ts'
import type { JsonSchema } from '#lib/reseller/openapi/json-schema.ts'
import { v2Actions } from '#lib/reseller/v2/actions.ts'
import { resellerCalls } from '#lib/web/registry.ts'
import { type Entry, startEntry } from '#lib/web/testing/entry.ts'
import { type WebhookEvent, webhookEvents } from '#lib/webhooks/labels.ts'
import { nextWebhookDeliveryStep, renderWebhookBody, type WebhookDeliveryContent } from '#lib/webhooks/rules.ts'
import { fetchDocument, listOperations, makeSchemaCompiler } from './served-document.ts'

let entry: Entry
let document: OpenApiDocument
beforeAll(async () => {
  entry = await startEntry()
  document = await fetchDocument(entry)
})
afterAll(() => entry.stop())

test('the document is served to everybody, compressed, with an ETag, and is what an independent validator calls OpenAPI 3.1', async () => {
  const answer = await entry.ask('/openapi.json', { headers: { 'accept-encoding': 'gzip' } })
  expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-cache' })
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  const known = await entry.ask('/openapi.json', { headers: { 'if-none-match': String(answer.headers.etag) } })
  expect(known.status).toBe(304)
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  expect({ valid, errors, version: validator.version }).toEqual({ valid: true, version: '3.1' })
  expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument())))
})

const methodAndPath = (call: Call): string => `${call.method} ${call.path}`

test('every call of the public API is documented, and nothing else', () => {
  const documented = callDocumentation.map(({ call }) => call)
  const undocumented = resellerCalls.filter((call) => call !== openApiCall && !documented.includes(call))
  // GET and POST /api/v2 share their documentation.
  expect(undocumented.map(methodAndPath)).toEqual(['GET /api/v2'])
  expect(documented.filter((call) => !resellerCalls.includes(call))).toEqual([])
  const inDocument = listOperations(document).map(({ method, path }) => `${method} ${path.replace('{wId}', '{id}')}`)
  const served = resellerCalls.filter((call) => call !== openApiCall).map(methodAndPath)
  expect(inDocument.toSorted()).toEqual(served.toSorted())
})

type Parts = {
  properties?: Record<string, Parts & { description?: string }>
  items?: Parts
  anyOf?: Parts[]
  oneOf?: Parts[]
  additionalProperties?: Parts | boolean
}

/** Paths of the properties that have no description. */
function undescribed(schema: Parts, at: string): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], additionalProperties } = schema
  const own = Object.entries(properties).flatMap(([name, property]) => [
    ...(property.description || '$ref' in property ? [] : [`${at}.${name}`]),
    ...undescribed(property, `${at}.${name}`),
  ])
  const inner = [items, typeof additionalProperties === 'object' ? additionalProperties : undefined, ...anyOf, ...oneOf]
  return [...own, ...inner.flatMap((part) => (part ? undescribed(part, at) : []))]
}

test('every field of every request, answer and webhook has a meaning', () => {
  const ofOperations = listOperations(document).flatMap(({ name, operation }) => [
    ...(operation.parameters ?? []).flatMap((each) =>
      'name' in each && !each.description ? [`${name} ?${each.name}`] : [],
    ),
    ...Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => undescribed(schema as Parts, name)),
    ...Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
      Object.values(content).flatMap(({ schema }) => undescribed(schema as Parts, `${name} ${status}`)),
    ),
  ])
  const ofSchemas = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    undescribed(schema as Parts, name),
  )
  const ofWebhooks = Object.entries(document.webhooks).flatMap(([event, { post }]) =>
    undescribed(post.requestBody.content['application/json'].schema as Parts, event),
  )
  expect([...ofOperations, ...ofSchemas, ...ofWebhooks]).toEqual([])
})

/** Statuses that follow from a call's declaration. */
function declaredStatuses(call: Call): number[] {
  const writes = call.method !== 'GET'
  const inputs = [
    ...(call.params ? [400, 404] : []),
    ...(call.query ? [400] : []),
    ...(call.body ? [400, 413, 415] : []),
    ...(call.idempotent ? [400, 409] : []),
  ]
  return [call.status ?? 200, ...(call.etag ? [304] : []), 401, 403, ...inputs, ...(writes ? [409] : []), 429, 500]
}

test('every status that follows from the declaration of a call is documented', () => {
  const missing = callDocumentation
    .filter(({ call }) => !call.protocol)
    .flatMap(({ call, shownPath }) => {
      const operation = document.paths[shownPath ?? call.path]?.[call.method.toLowerCase()]
      return declaredStatuses(call)
        .filter((status) => !operation?.responses[status])
        .map((status) => `${methodAndPath(call)} ${status}`)
    })
  expect(missing).toEqual([])
})

test('every answer to a call with a key is documented with the id of its request', () => {
  const without = listOperations(document).flatMap(({ name, operation }) =>
    Object.entries(operation.responses)
      .filter(([, { headers = {} }]) => !('X-Request-Id' in headers))
      .map(([status]) => `${name} ${status}`),
  )
  expect(without).toEqual([])
})

test('every action of API v2 is documented', () => {
  const documented = callDocumentation.flatMap((each) => each.actions ?? []).map(({ name }) => name)
  expect(documented.toSorted()).toEqual(v2Actions.map(({ name }) => name).toSorted())
})

/** Names of all properties in a schema. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as Parts
  return [...Object.keys(properties), ...Object.values(schema).flatMap(namesIn)]
}

test('no meaning is given to a field that does not exist', () => {
  const text = JSON.stringify(document)
  const strangers = callDocumentation.flatMap(({ call, fields = {}, answerFields = {}, actions: own = [] }) => {
    const meanings = [fields, answerFields, ...own.flatMap((each) => [each.fields, each.answerFields])]
    return meanings
      .flatMap((each) => Object.entries(each))
      .filter(
        ([, meaning]) => !text.includes(JSON.stringify(meaning.replaceAll('](/', `](${document.servers[0]?.url}/`))),
      )
      .map(([name]) => `${methodAndPath(call)} ${name}`)
  })
  expect(strangers).toEqual([])
  expect(namesIn(document.components.schemas)).toContain('answer_number')
})

test('every schema is valid, and every example matches the schema of its request or answer', () => {
  const compile = makeSchemaCompiler(document)
  const wrong: string[] = []
  const check = (where: string, content: Record<string, { schema: JsonSchema; examples?: object }> = {}) => {
    for (const { schema, examples = {} } of Object.values(content)) {
      const validate = compile(schema)
      for (const [name, { value }] of Object.entries<{ value: unknown }>(examples as never))
        if (!validate(value)) wrong.push(`${where} ${name}: ${JSON.stringify(validate.errors?.[0])}`)
    }
  }
  for (const { name, operation } of listOperations(document)) {
    check(name, operation.requestBody?.content)
    for (const [status, { content }] of Object.entries(operation.responses)) check(`${name} ${status}`, content)
  }
  expect(wrong).toEqual([])
})

const delivered: Record<WebhookEvent, Omit<WebhookDeliveryContent, 'id' | 'event' | 'createdAt'>> = {
  'order.updated': { orderId: 2, status: 1, remains: 40, startCount: null, refunded: 0.5 },
  'order.refunded': { orderId: 2, cause: 'ORDER_REFUND', amount: 0.5, refunded: 0.5, recovered: 0 },
  'request.updated': { orderId: 2, summary: { requestId: 1, request: 'REFILL', state: 'SENT', reason: null } },
  'bulk.completed': { summary: { bulkOrderId: 1, orderIds: [2, 3], completed: 1, partial: 0, canceled: 1 } },
  'services.changed': {
    summary: {
      services: [
        {
          serviceId: 1,
          onSale: false,
          point: 3.3,
          min: 10,
          max: 100,
          before: { onSale: true, point: 3.3, min: 10, max: 100 },
        },
      ],
    },
  },
  'webhook.test': {},
}

test.each(webhookEvents)('what a webhook is sent is what the document says: %s', (event) => {
  const { schema } = document.webhooks[event].post.requestBody.content['application/json']
  const validate = makeSchemaCompiler(document)(schema)
  const body = JSON.parse(renderWebhookBody({ id: 1, event, createdAt: new Date(), ...delivered[event] }))
  expect(validate(body) || validate.errors).toBe(true)
  expect(Object.keys((schema as Parts).properties ?? {}).toSorted()).toEqual(Object.keys(body).toSorted())
})

test('the document says how often a webhook is sent again', () => {
  const [, times] = /(\d+)번까지 다시 보내요/.exec(document.webhooks['order.updated'].post.description) ?? []
  const stateAfter = (attempts: number) => nextWebhookDeliveryStep(attempts, { httpStatus: 500, fault: null }).state
  expect([stateAfter(Number(times)), stateAfter(Number(times) + 1)]).toEqual(['PENDING', 'FAILED'])
})

test('a webhook reports each state of a request but that in which the request begins', () => {
  const { schema } = document.webhooks['request.updated'].post.requestBody.content['application/json']
  const { state } = (schema as { properties: Record<string, { enum?: string[] }> }).properties
  expect(state?.enum).toEqual(requestStates.filter((each) => each !== 'ASKED'))
})

test('API v2 refuses in its own format alone, too many requests among it', () => {
  for (const method of ['get', 'post'])
    for (const status of ['429', '503'])
      expect(document.paths['/api/v2']?.[method]?.responses[status]?.content?.['application/json']?.schema).toEqual({
        $ref: '#/components/schemas/ApiV2Error',
      })
})
