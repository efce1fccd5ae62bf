import { recordRequest } from '#lib/api-requests/record-request.ts'
import type { Call, HttpMethod } from '#lib/core/call.ts'
import { callRequestFromWeb } from '#lib/core/call-request.ts'
import { db } from '#lib/core/db.ts'
import { toResponse } from '#lib/core/http-answer.ts'
import { answerCall } from '#lib/core/pipeline.ts'
import { identifyCaller } from './identify-caller.ts'

type RouteHandler = (request: Request) => Promise<Response>

const routeHandler = (call: Call): [HttpMethod, RouteHandler] => [
  call.method,
  async (request) =>
    toResponse(await answerCall(call, callRequestFromWeb(request), db(), identifyCaller, recordRequest)),
]

/** Makes route handlers for Next.js from declarations of calls: `export const { GET, POST } = serve(a, b)`. */
export const serve = (...calls: Call[]): Record<HttpMethod, RouteHandler> =>
  Object.fromEntries(calls.map(routeHandler)) as Record<HttpMethod, RouteHandler>
