import type { ForeignRequest } from '#lib/core/call.ts'
import type { CallRequest } from '#lib/core/call-request.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { type Fields, isWritingAction, nameOfAction } from './rules.ts'

type Field = readonly [name: string, value: unknown]

const malformed = () => new AppError('BAD_INPUT', messages.malformed)

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** Returns the result of `parse`. @throws BAD_INPUT if `parse` throws */
function parseOrRefuse<T>(parse: () => T): T {
  try {
    return parse()
  } catch {
    throw malformed()
  }
}

async function multipartFields(bytes: Buffer<ArrayBufferLike>, type: string): Promise<Field[]> {
  const form = new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  const fields = await form.catch(() => {
    throw malformed()
  })
  return [...fields].filter(([, value]) => typeof value === 'string')
}

/**
 * Reads the fields of the body: multipart if its content type says so, a JSON object if the text begins with {,
 * otherwise form encoding. The content type can't be used to distinguish JSON from a form, because some clients of API
 * v2 send forms without a content type, and some send JSON with the content type of a form.
 */
async function bodyFields(request: CallRequest): Promise<Field[]> {
  if (request.method === 'GET') return []
  const bytes = await request.body()
  const type = request.header('content-type') ?? ''
  if (/^multipart\/form-data/i.test(type)) return multipartFields(bytes, type)
  return parseOrRefuse(() => {
    const text = strictUtf8.decode(bytes).trim()
    return text.startsWith('{') ? Object.entries<unknown>(JSON.parse(text)) : [...new URLSearchParams(text)]
  })
}

/** Field name of a list's item, as PHP encodes lists: `orders[]` or `orders[0]`. */
const listItemName = /^(\w+)\[\w*\]$/

/**
 * Values that count as absent. JavaScript clients send the texts 'null' and 'undefined' for parameters without a value.
 */
const absentValues: readonly unknown[] = ['', null, 'null', 'undefined']

/**
 * Maximum number of parameters of a request. Each `orders[]` of a form is one parameter, and so is a JSON list or a
 * text with commas.
 */
const MAX_FIELDS = 2_000

/**
 * A JSON list without its null items. A program that lists the ids of its orders has null where an order was refused.
 */
const withoutNulls = (value: unknown): unknown => (Array.isArray(value) ? value.filter((item) => item !== null) : value)

/**
 * Converts fields to an object. Of several fields with the same name, the last one counts, as on the panels for which
 * the clients were written. Empty fields are left out, because clients send every parameter they know.
 */
function fieldsOf(pairs: readonly Field[]): Fields {
  if (pairs.length > MAX_FIELDS) throw malformed()
  const fields = new Map<string, unknown>()
  const lists = new Map<string, unknown[]>()
  for (const [name, value] of pairs) {
    const list = listItemName.exec(name)?.[1]
    if (list === undefined) fields.set(name, withoutNulls(value))
    else if (lists.get(list)?.push(value) === undefined) lists.set(list, [value])
  }
  const presentFields = [...fields, ...lists].filter(([, value]) => !absentValues.includes(value))
  return Object.fromEntries(presentFields)
}

/** The API key of a request: the field `key` or, without it, a header. */
function apiKeyOf(fields: Fields, request: CallRequest): string | undefined {
  if (fields.key !== undefined) return typeof fields.key === 'string' ? fields.key.trim() : undefined
  const bearer = /^Bearer\s+(.+)$/i.exec(request.header('authorization')?.trim() ?? '')?.[1]
  return bearer ?? request.header('api-key')?.trim()
}

/**
 * Bytes that must be the same when the request's Idempotency-Key is used again: all fields except the API key, which
 * may have been renewed in the meantime.
 */
const comparedBytes = ({ key: _, ...fields }: Fields): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))))

/**
 * Reads the fields of an API v2 request from its query and its body; a field in the body takes precedence.
 * @throws BAD_INPUT the body can't be parsed, or there are more than 2,000 parameters (MAX_FIELDS); TOO_LARGE
 */
export async function readV2Request(request: CallRequest): Promise<ForeignRequest> {
  const fields = fieldsOf([...new URLSearchParams(request.search), ...(await bodyFields(request))])
  return {
    apiKey: apiKeyOf(fields, request),
    body: fields,
    bytes: parseOrRefuse(() => comparedBytes(fields)),
    writes: isWritingAction(nameOfAction(fields)),
    action: nameOfAction(fields),
  }
}
