import { createServer } from 'node:http'
import { flushRequestLog } from '#lib/api-requests/record-request.ts'
import { callRequestFromNode } from '#lib/core/call-request.ts'
import { db } from '#lib/core/db.ts'
import { answerCall } from '#lib/core/pipeline.ts'
import { makeCallFinder } from '#lib/web/call-finder.ts'
import { answerBeforeNext } from '#lib/web/entry.ts'
import { identifyCaller } from '#lib/web/identify-caller.ts'
import { registry } from '#lib/web/registry.ts'
import { closeGracefully } from '#scripts/close-gracefully.ts'

// Runs the web process without its pages, so that tests need no build of them. The real entry answers resellers' calls;
// all other calls are answered by the same pipeline to which Next.js would pass them.
const findCall = makeCallFinder(registry)

const server = createServer(async (request, response) => {
  const address = '127.0.0.1'
  if (answerBeforeNext(request, response, { address })) return
  const found = findCall(request.method ?? 'GET', request.url?.replace(/\?.*/, '') ?? '/')
  if (!found || !('call' in found)) return void response.writeHead(404).end()
  const { status, headers, body } = await answerCall(
    found.call,
    callRequestFromNode(request, address),
    db(),
    identifyCaller,
  )
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(body)
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.({ ready: true }))
closeGracefully(server, async () => undefined, flushRequestLog)
