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

// These functions respond as Kakao does. Errors have a 4xx status, and user ids are JSON numbers. kauth.kakao.com
// reports errors as `error` and `error_code`, kapi.kakao.com as `msg` and `code`.

function answerAuthorize(server: LoginStandIn, { method, fields }: ReceivedRequest): Answer {
  const to = fields.get('redirect_uri') ?? ''
  const state = fields.get('state') ?? ''
  if (fields.get('client_id') !== server.app.clientId) return htmlAnswer(401, '<h1>앱 관리자 설정 오류 (KOE101)</h1>')
  if (to !== server.app.redirectUri) return htmlAnswer(400, '<h1>앱 관리자 설정 오류 (KOE006)</h1>')
  if (method === 'GET') return loginPage('카카오 로그인')
  if (fields.get('agree') !== 'yes')
    return redirectAnswer(to, { error: 'access_denied', error_description: 'User denied access', state })
  return redirectAnswer(to, { code: server.codeFor(fields.get('account') ?? ''), state })
}

const refusedAnswer = (status: number, error: string, error_description: string, error_code: string): Answer =>
  jsonAnswer(status, { error, error_description, error_code })

function answerExchange(server: LoginStandIn, { method, fields }: ReceivedRequest): Answer {
  if (method !== 'POST') return refusedAnswer(405, 'invalid_request', 'Method not allowed', 'KOE002')
  if (fields.get('client_id') !== server.app.clientId)
    return refusedAnswer(401, 'invalid_client', 'Not exist client_id', 'KOE101')
  if (server.app.secret && fields.get('client_secret') !== server.app.secret)
    return refusedAnswer(401, 'invalid_client', 'Bad client credentials', 'KOE010')
  const code = fields.get('code') ?? ''
  const grant = server.take(code)
  if (!grant) return refusedAnswer(400, 'invalid_grant', `authorization code not found for code=${code}`, 'KOE320')
  if (grant.redirectUri !== fields.get('redirect_uri'))
    return refusedAnswer(400, 'invalid_grant', 'Redirect URI mismatch.', 'KOE303')
  return jsonAnswer(200, {
    token_type: 'bearer',
    access_token: server.tokenFor(grant.subject),
    expires_in: 43_199,
    refresh_token: randomToken(),
    refresh_token_expires_in: 5_184_000,
    scope: 'profile_nickname',
  })
}

const unknownTokenAnswer = jsonAnswer(401, { msg: 'this access token does not exist', code: -401 })

function answerTokenInfo(server: LoginStandIn, request: ReceivedRequest): Answer {
  if (request.authorization === '') return jsonAnswer(401, { msg: 'no authentication key!', code: -401 })
  const holder = server.holder(request)
  if (!holder) return unknownTokenAnswer
  const { subject, appId } = holder
  return jsonAnswer(200, { id: Number(subject), expires_in: 43_000, app_id: appId, expiresInMillis: 43_000_000, appId })
}

function answerPerson(server: LoginStandIn, request: ReceivedRequest): Answer {
  const holder = server.holder(request)
  if (!holder) return unknownTokenAnswer
  const connected_at = '2026-11-21T00:00:00Z'
  const kakao_account = { profile_nickname_needs_agreement: false, profile: { nickname: '홍길동' } }
  return jsonAnswer(200, { id: Number(holder.subject), connected_at, kakao_account })
}

/** The stand-in's functions that answer requests, by path. */
export const kakaoHandlersByPath = {
  '/oauth/authorize': answerAuthorize,
  '/oauth/token': answerExchange,
  '/v1/user/access_token_info': answerTokenInfo,
  '/v2/user/me': answerPerson,
}
