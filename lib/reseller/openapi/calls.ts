import { z } from 'zod'
import { call, Reply } from '#lib/core/call.ts'
import { replyWithSnapshot, type Snapshot, takeSnapshot } from '#lib/core/snapshot.ts'
import { openApiDocument } from './document.ts'

/** The serialized document. It is made once per process, because it is the same for every caller. */
let snapshot: Promise<Snapshot> | undefined

export const openApiCall = call({
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  etag: true,
  answer: z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) }),
  run: async (context) => {
    snapshot ??= takeSnapshot(openApiDocument())
    const { body, headers, status } = replyWithSnapshot(await snapshot, context)
    // Lets pages of other sites, such as OpenAPI viewers, fetch the document.
    return new Reply(body, { ...headers, 'access-control-allow-origin': '*' }, status)
  },
})
