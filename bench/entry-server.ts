import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { runInRequest } from '#lib/core/request-context.ts'
import { newRequestId } from '#lib/core/request-id.ts'
import { singleton } from '#lib/core/singleton.ts'
import { clientIpAddress } from '#lib/web/client-ip-address.ts'
import { answerBeforeNext } from '#lib/web/entry.ts'
import { watchProcess } from '#scripts/watch-process.ts'

// This script runs only the part of the server that answers resellers' calls, without Next.js, so that a benchmark of
// these calls needs no build of the shop. With NO_REQUEST_LOG it writes nothing into the request log:
// bench/request-log.ts measures what the log costs.
if (process.env.NO_REQUEST_LOG) singleton('request-log', () => ({ budget: () => null, buffer: null }))

const processWatch = await watchProcess('web')

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (!answerBeforeNext(request, response, { address: clientIpAddress(request) })) response.writeHead(404).end()
}

const server = createServer((request, response) =>
  runInRequest(newRequestId(), () => processWatch.watchRequest(request, response, () => answer(request, response))),
)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 })
})
