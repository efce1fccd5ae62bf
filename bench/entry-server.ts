import { createServer } from 'node:http'
import { answerBeforeNext } from '#lib/web/entry.ts'
import { peerAddress } from '#lib/web/peer-address.ts'

// The part of the server that answers resellers' calls, without Next.js behind it, so that a proof of these calls needs no
// build of the shop.
const server = createServer((request, response) => {
  if (!answerBeforeNext(request, response, { address: peerAddress(request) })) response.writeHead(404).end()
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 })
})
