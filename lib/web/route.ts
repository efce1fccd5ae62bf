import type { Call, Method } from '#lib/core/call.ts'
import { fromWeb } from '#lib/core/call-request.ts'
import { db } from '#lib/core/db.ts'
import { answerCall, type CallAnswer } from '#lib/core/pipeline.ts'
import { identify } from './identify.ts'

type Handler = (request: Request) => Promise<Response>

function toResponse({ status, headers, body }: CallAnswer): Response {
  const list = Object.entries({ 'content-type': 'application/json; charset=utf-8', ...headers }).flatMap(
    ([name, value]) => [value].flat().map((each): [string, string] => [name, each]),
  )
  return new Response(status === 304 ? null : body, { status, headers: list })
}

/** Next's handlers of a route file from the declarations of its calls: `export const { GET, POST } = serve(a, b)`. */
export function serve(...calls: Call[]): Record<Method, Handler> {
  const handlers = calls.map((call): [Method, Handler] => [
    call.method,
    async (request) => toResponse(await answerCall(call, fromWeb(request), db(), identify)),
  ])
  return Object.fromEntries(handlers) as Record<Method, Handler>
}
