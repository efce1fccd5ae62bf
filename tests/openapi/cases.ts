import fc from 'fast-check'
import type { OpenApiDocument } from '#lib/reseller/openapi/document.ts'
import type { JsonSchema } from '#lib/reseller/openapi/json-schema.ts'
import { type BodyPlan, bodyPlan, hostileHeaders, hostilePathId, hostileQuery, mutateBody } from '../calls/hostile.ts'
import { makeArbitraries } from './arbitraries.ts'
import type { FuzzShop } from './fuzz-shop.ts'
import type { DocumentedOperation } from './served-document.ts'

/** A request generated from an operation of the document. */
export type GeneratedRequest = { path: string; headers: Record<string, string>; body: string | undefined }

const asForm = (body: unknown): string =>
  new URLSearchParams(
    Object.entries(Object(body)).map(([name, value]) => [name, String(value).toWellFormed()]),
  ).toString()

const contentTypes = [
  ...[
    'application/json',
    'application/json',
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
  ],
  ...['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', 'application/jsonp', ''],
]

/** A body larger than the shop reads. */
const HUGE_BODY = `{"link":"${'x'.repeat(300_000)}"}`

const FORM = 'application/x-www-form-urlencoded'

/**
 * Text of a body: valid according to the document, changed in a hostile way, or as a form; undefined for the kind
 * 'none'.
 */
function bodyText(value: unknown, plan: BodyPlan | null, kind: 'json' | 'form' | 'huge' | 'none'): string | undefined {
  if (kind === 'none') return undefined
  if (kind === 'huge') return HUGE_BODY
  if (kind === 'form') return asForm(value)
  return plan ? mutateBody(value, plan) : JSON.stringify(value)
}

/** Escapes characters that aren't allowed in a request line. */
const inTarget = (text: string): string =>
  text.replace(/[^\x21-\x7e]/g, (each) => encodeURIComponent(each.toWellFormed()))
/** Makes a segment of a path. An id that is empty or only dots would change the path, so `0` takes its place. */
const asPathPart = (id: string): string => (/^(\.|%2e)*$/i.test(id) ? '0' : inTarget(id))

/** Generates a value in one of eight cases, otherwise null. */
const sometimes = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })

/**
 * Known values for a bulk call. There the field `orders` contains orders to place, not ids; and runs or interval other
 * than 0 would make the call refuse every order.
 */
const inBulk = ({ orders: _, ...known }: FuzzShop['known']) => ({ ...known, runs: [0], interval: [0] })

/** Generates requests to an operation: valid according to the document, or with hostile parts. */
export function makeRequestArbitrary(
  document: OpenApiDocument,
  shop: FuzzShop,
  { path, method, operation }: DocumentedOperation,
): fc.Arbitrary<GeneratedRequest> {
  const { arbitraryOf, fieldOf } = makeArbitraries(document, path === '/orders' ? inBulk(shop.known) : shop.known)
  const body: JsonSchema | undefined = operation.requestBody?.content['application/json']?.schema
  const named = (operation.parameters ?? []).flatMap((each) => ('name' in each ? [each] : []))
  const inPath = named.filter((each) => each.in === 'path')
  const inQuery = named.filter((each) => each.in === 'query')
  const queryOf = fc.record(Object.fromEntries(inQuery.map(({ name, schema }) => [name, fieldOf(name, schema)])), {
    requiredKeys: [],
  })
  const takesForms = operation.requestBody?.content[FORM] !== undefined
  const idempotencyKeys = ['a', 'b', 'c', '', '가', 'x'.repeat(201), '\t']
  return fc
    .record({
      key: fc.oneof(
        { weight: 12, arbitrary: fc.constant(shop.key) },
        { weight: 4, arbitrary: fc.constantFrom(...shop.otherKeys) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      ),
      ids: fc.tuple(...inPath.map(({ name, schema }) => fieldOf(name, schema))),
      hostileId: sometimes(hostilePathId),
      query: queryOf,
      hostileQuery: sometimes(hostileQuery),
      value: body ? arbitraryOf(body) : fc.constant(undefined),
      plan: fc.option(bodyPlan, { freq: 2 }),
      kind: fc.constantFrom(
        ...(['json', 'json', 'json', 'json', 'json', 'json', 'json', takesForms ? 'form' : 'json'] as const),
        ...(['json', 'json', 'none', 'huge'] as const),
      ),
      type: sometimes(fc.constantFrom(...contentTypes)),
      idempotencyKey: sometimes(fc.constantFrom(...idempotencyKeys)),
      known: sometimes(fc.constantFrom('*', '"x"', 'W/"x", *')),
      headers: sometimes(hostileHeaders),
    })
    .map((each) => {
      const text = body && method !== 'GET' ? bodyText(each.value, each.plan, each.kind) : undefined
      const filled = inPath.reduce(
        (whole, { name }, at) => whole.replace(`{${name}}`, asPathPart(each.hostileId ?? String(each.ids[at]))),
        path,
      )
      const search = inTarget(each.hostileQuery ?? asForm(each.query))
      return {
        path: search ? `${filled}?${search}` : filled,
        headers: {
          ...(each.key !== undefined && { 'api-key': each.key }),
          ...(text !== undefined && {
            'content-type': each.type ?? (each.kind === 'form' ? FORM : 'application/json'),
          }),
          ...(each.idempotencyKey !== null && {
            'idempotency-key': Buffer.from(each.idempotencyKey).toString('latin1'),
          }),
          ...(each.known !== null && { 'if-none-match': each.known }),
          ...each.headers,
        },
        body: text,
      }
    })
}
