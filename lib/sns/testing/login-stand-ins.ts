import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { kakaoHandlersByPath } from './kakao.ts'
import { naverHandlersByPath } from './naver.ts'
import { type Answer, LoginStandIn, type ReceivedRequest } from './wire.ts'

type Path = keyof typeof naverHandlersByPath | keyof typeof kakaoHandlersByPath

/** Stand-ins for the login servers of Naver and Kakao, at one local address. Each responds as the real server does. */
export type LoginStandIns = {
  url: string
  naver: LoginStandIn
  kakao: LoginStandIn
  /** Environment variables that let a shop use the stand-ins. */
  env: Record<string, string>
  /** Sets the response to the next request to this path, in place of the usual response. */
  next(path: Path, answer: Answer): void
  /** Requests received so far, oldest first. */
  received: { path: string; fields: URLSearchParams }[]
  stop(): Promise<void>
}

/** Settings of a shop that is registered as an application at the stand-ins. */
export const snsSettings = ({ naver, kakao }: LoginStandIns) => ({
  ENABLE_SNS_NAVER: true,
  ENABLE_SNS_KAKAO: true,
  SNS_NAVER_CLIENT_ID: naver.app.clientId,
  SNS_NAVER_REDIRECT_URL: naver.app.redirectUri,
  SNS_KAKAO_TOKEN: kakao.app.clientId,
})

async function readRequest(request: IncomingMessage, url: URL): Promise<ReceivedRequest> {
  const fields = new URLSearchParams(url.search)
  for (const [name, value] of new URLSearchParams(await text(request))) fields.set(name, value)
  return { method: request.method ?? '', fields, authorization: request.headers.authorization ?? '' }
}

function writeAnswer(response: ServerResponse, answer: Answer): void {
  if (answer === 'silence') return
  if (answer === 'hang up') {
    response.writeHead(200, { 'content-length': 100 }).write('{"access')
    response.destroy()
    return
  }
  const { status, type, body, location } = answer
  response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(body)
}

const SHOP_URL = 'http://127.0.0.1:3000'

const newStandIns = () => ({
  naver: new LoginStandIn({
    clientId: 'naver-client',
    secret: 'naver-secret',
    redirectUri: `${SHOP_URL}/auth/naver`,
    appId: 0,
  }),
  kakao: new LoginStandIn({
    clientId: 'kakao-rest-key',
    secret: 'kakao-secret',
    redirectUri: `${SHOP_URL}/auth/kakao`,
    appId: 1_234_567,
  }),
})

/** Starts the stand-ins; the caller stops them. */
export async function startLoginStandIns(): Promise<LoginStandIns> {
  const { naver, kakao } = newStandIns()
  const received: LoginStandIns['received'] = []
  const nextAnswers = new Map<string, Answer[]>()

  const answer = (path: string, request: ReceivedRequest): Answer => {
    received.push({ path, fields: request.fields })
    const nextAnswer = nextAnswers.get(path)?.shift()
    if (nextAnswer) return nextAnswer
    if (path in naverHandlersByPath)
      return naverHandlersByPath[path as keyof typeof naverHandlersByPath](naver, request)
    if (path in kakaoHandlersByPath)
      return kakaoHandlersByPath[path as keyof typeof kakaoHandlersByPath](kakao, request)
    // Browsers also request an icon; that request must not cause an error.
    return { status: path === '/favicon.ico' ? 204 : 404, type: 'text/plain', body: '' }
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    writeAnswer(response, answer(url.pathname, await readRequest(request, url)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    naver,
    kakao,
    env: {
      ...{ NAVER_LOGIN_URL: url, NAVER_API_URL: url, KAKAO_LOGIN_URL: url, KAKAO_API_URL: url },
      ...{ NAVER_CLIENT_SECRET: naver.app.secret, KAKAO_CLIENT_SECRET: kakao.app.secret },
      KAKAO_APP_ID: String(kakao.app.appId),
    },
    next: (path, other) => void nextAnswers.set(path, [...(nextAnswers.get(path) ?? []), other]),
    received,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
