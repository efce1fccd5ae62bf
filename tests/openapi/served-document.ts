import { gunzipSync } from 'node:zlib'
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { OpenApiDocument } from '#lib/reseller/openapi/document.ts'
import type { JsonSchema } from '#lib/reseller/openapi/json-schema.ts'
import type { OpenApiOperation } from '#lib/reseller/openapi/operation.ts'
import type { Entry } from '#lib/web/testing/entry.ts'

/** Fetches the document from the server, compressed, as a client does. */
export async function fetchDocument(entry: Entry): Promise<OpenApiDocument> {
  const { body } = await entry.ask('/openapi.json', { headers: { 'accept-encoding': 'gzip' } })
  return JSON.parse(gunzipSync(body).toString())
}

export type DocumentedOperation = { method: string; path: string; name: string; operation: OpenApiOperation }

/** All operations of the document. */
export const listOperations = ({ paths }: OpenApiDocument): DocumentedOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => {
      const method = verb.toUpperCase()
      return { method, path, name: `${method} ${path}`, operation }
    }),
  )

/**
 * Returns a function that compiles schemas of the document with a validator that the shop itself doesn't use. It throws
 * for an invalid schema.
 */
export function makeSchemaCompiler({ components }: OpenApiDocument): (schema: JsonSchema) => ValidateFunction {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addVocabulary(['components', 'discriminator'])
  return (schema) => ajv.compile({ ...schema, components })
}
