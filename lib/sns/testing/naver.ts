import {
  type Answer,
  htmlAnswer,
  jsonAnswer,
  type LoginStandIn,
  loginPage,
  type ReceivedRequest,
  randomToken,
  redirectAnswer,
} from './wire.ts'

// These functions respond as Naver does. A refused code gets status 200. A wrong client id and a wrong code both get
// the error `invalid_request`. Durations in responses are strings.

function answerAuthorize(server: LoginStandIn, { method, fields }: ReceivedRequest): Answer {
  const to = fields.get('redirect_uri') ?? ''
  const state = fields.get('state') ?? ''
  if (
    fields.get('client_id') !== server.app.clientId ||
    to !== server.app.redirectUri ||
    fields.get('response_type') !== 'code'
  )
    return htmlAnswer(200, '<h1>페이지를 찾을 수 없어요</h1>')
  if (method === 'GET') return loginPage('네이버 로그인')
  if (fields.get('agree') !== 'yes')
    return redirectAnswer(to, { error: 'access_denied', error_description: 'Canceled By User', state })
  return redirectAnswer(to, { code: server.codeFor(fields.get('account') ?? ''), state })
}

const refusedAnswer = (error: string, error_description: string): Answer =>
  jsonAnswer(200, { error, error_description })

function answerExchange(server: LoginStandIn, { fields }: ReceivedRequest): Answer {
  if (fields.get('grant_type') !== 'authorization_code')
    return refusedAnswer('unsupported_grant_type', 'grant type not supported')
  if (fields.get('client_id') !== server.app.clientId || fields.get('client_secret') !== server.app.secret)
    return refusedAnswer('invalid_request', 'wrong client id / client secret pair')
  const grant = server.take(fields.get('code') ?? '')
  if (!grant || !fields.get('state')) return refusedAnswer('invalid_request', 'no valid data in session')
  return jsonAnswer(200, {
    access_token: server.tokenFor(grant.subject),
    refresh_token: randomToken(),
    token_type: 'bearer',
    expires_in: '3600',
  })
}

function answerPerson(server: LoginStandIn, request: ReceivedRequest): Answer {
  if (request.authorization === '')
    return jsonAnswer(401, {
      resultcode: '028',
      message: 'Authentication header not exists (OpenAPI 요청 시 인증 헤더가 없습니다.)',
    })
  const holder = server.holder(request)
  if (!holder) return jsonAnswer(401, { resultcode: '024', message: 'Authentication failed (인증에 실패했습니다.)' })
  return jsonAnswer(200, {
    resultcode: '00',
    message: 'success',
    response: { id: holder.subject, nickname: '홍길동', email: 'gildong@naver.com', mobile: '010-1234-5678' },
  })
}

/** The stand-in's functions that answer requests, by path. */
export const naverHandlersByPath = {
  '/oauth2.0/authorize': answerAuthorize,
  '/oauth2.0/token': answerExchange,
  '/v1/nid/me': answerPerson,
}
