import { z } from 'zod'
import { call, Reply } from '#lib/core/call.ts'
import { replyWithSnapshot, type Snapshot, takeSnapshot } from '#lib/core/snapshot.ts'
import { openApiDocument } from './document.ts'

/** The document is the same for everybody and as long as the process runs. */
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
    // Viewers and generators of other sites read it in a browser.
    return new Reply(body, { ...headers, 'access-control-allow-origin': '*' }, status)
  },
})
