import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import compression from 'compression'
import next from 'next'
import { flushRequestLog } from '#lib/api-requests/record-request.ts'
import { areCardPaymentsOffered } from '#lib/card-payments/queries.ts'
import { CLIENT_IP_HEADER } from '#lib/core/call-request.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { NO_STORE_NO_TRANSFORM } from '#lib/core/http-answer.ts'
import { log } from '#lib/core/log.ts'
import { runInRequest } from '#lib/core/request-context.ts'
import { newRequestId } from '#lib/core/request-id.ts'
import { clientIpAddress } from '#lib/web/client-ip-address.ts'
import {
  contentSecurityPolicy,
  extraHeadersForPath,
  isPaymentPage,
  securityHeadersOf,
  securityPolicyForPath,
} from '#lib/web/content-security-policy.ts'
import { isDraining, startDraining } from '#lib/web/draining.ts'
import { answerBeforeNext } from '#lib/web/entry.ts'
import { REQUEST_TARGET_HEADER } from '#lib/web/page-target.ts'
import { isSecretPage } from '#lib/web/secret-pages.ts'
import { serverLimits } from '#lib/web/server-limits.ts'
import { answerOutageAs503 } from './answer-outage.ts'
import { checkRuntimeRole } from './check-runtime-role.ts'
import { closeGracefully } from './close-gracefully.ts'
import { makeStaticFileServer } from './static-files.ts'
import { type AnswerPage, withStoredPages } from './stored-pages.ts'
import { watchProcess } from './watch-process.ts'

const dev = process.argv.includes('--dev')
const { HOST, PORT, PUBLIC_URL, DRAIN_SECONDS } = env()
const distDir = process.env.NEXT_DIST_DIR || '.next'
const builtConfig = join(distDir, 'required-server-files.json')
const app = next({ dev, dir: process.cwd(), hostname: HOST, port: PORT })
await checkRuntimeRole()
// Passes on the config that the build stored, as Next.js' standalone server does. To read next.config.ts, Next.js would
// load its compiler: 27 MB that nothing else needs. If there is no build, Next.js reports that itself.
if (!dev && existsSync(builtConfig)) {
  const { config } = JSON.parse(readFileSync(builtConfig, 'utf8'))
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config)
}
await app.prepare()
const handle = app.getRequestHandler()
const answerPage: AnswerPage = dev ? (request, response) => handle(request, response) : withStoredPages(handle)
const processWatch = await watchProcess('web')
const compress = compression()
const answerStatic = makeStaticFileServer(join(distDir, 'static'))

/**
 * True for the page on which members pay through PortOne, while such payments are offered. False if the database can't
 * be reached.
 */
const hasPayments = async (target: string): Promise<boolean> =>
  isPaymentPage(target) && (await areCardPaymentsOffered(db()).catch(() => false))

async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = clientIpAddress(request)
  // While this process drains, tells proxies not to reuse this connection: a request that a proxy sends just while the
  // connection is being closed would be lost.
  if (isDraining()) response.setHeader('connection', 'close')
  if (answerBeforeNext(request, response, { address, dev })) return
  const fixedHeaders = [...securityHeadersOf(PUBLIC_URL), ...extraHeadersForPath(request.url ?? '/')]
  for (const [name, value] of fixedHeaders) response.setHeader(name, value)
  if (!dev && answerStatic(request, response)) return
  const nonce = randomBytes(16).toString('base64')
  const policy = contentSecurityPolicy(nonce, dev, await hasPayments(request.url ?? '/'))
  request.headers[CLIENT_IP_HEADER] = address
  request.headers['x-nonce'] = nonce
  request.headers[REQUEST_TARGET_HEADER] = request.url ?? '/'
  request.headers['content-security-policy'] = policy
  response.setHeader('content-security-policy', securityPolicyForPath(request.url ?? '/', policy))
  if (isSecretPage(request.url ?? '/')) response.setHeader('cache-control', NO_STORE_NO_TRANSFORM)
  answerOutageAs503(request, response)
  compress(request, response, () => answerPage(request, response, nonce))
}

// Answers requests for a protocol upgrade (as Java and `curl --http2` send over plain http) like all others. Without
// `shouldUpgradeCallback` they would get no response, because Next.js' own upgrade listener closes the socket. That
// listener is needed only for reloads in development.
const server = createServer({ ...serverLimits, shouldUpgradeCallback: () => dev }, (request, response) =>
  runInRequest(newRequestId(), () =>
    processWatch.watchRequest(request, response, () => handleRequest(request, response)),
  ),
)
server.listen(PORT, HOST, () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : PORT
  log.info('listening', { host: HOST, port })
  process.send?.({ port })
})

async function drain(): Promise<void> {
  startDraining()
  await sleep(DRAIN_SECONDS * 1_000)
}

closeGracefully(server, drain, async () => {
  await app.close()
  await flushRequestLog()
  await processWatch.stop()
})
