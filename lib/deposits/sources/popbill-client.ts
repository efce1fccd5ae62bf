import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { DecryptedConnection } from '#lib/connections/read-connection.ts'
import { sha256 } from '#lib/core/crypto.ts'
import { callOutsideService, parseJson, refusalText } from './call-outside-service.ts'
import { SourceError } from './source.ts'

// docs/sources.md describes the protocol and says where each part of it is documented. In Popbill's terms the shop is a
// partner, which signs requests, and also a member, whose account is read. Linkhub is Popbill's service that issues
// tokens.

const SERVICE = '팝빌'
/** Version of Linkhub's tokens; part of the signed text. */
const TOKEN_VERSION = '2.0'
/** Scope of a token that allows reading the account's rows. */
const ACCOUNT_SCOPE = '180'
/** Name of Popbill's web page about the account. */
const ACCOUNT_PAGE = '계좌조회'

/**
 * What a token is used for. `scopes`: its scopes besides `member`. `page`: name of the page on Popbill's website to
 * which error messages send staff. `secrets`: texts, besides the secret key, that must not appear in error messages.
 */
type PopbillUse = { scopes: readonly string[]; page: string; secrets?: readonly string[] }

const accountUse: PopbillUse = { scopes: [ACCOUNT_SCOPE], page: ACCOUNT_PAGE }

const refusalSchema = z.object({ code: z.coerce.number().int(), message: z.string() })
const tokenSchema = z.object({ session_token: z.string().min(1) })

/** Content of a POST. `verb` is the HTTP method that Popbill should take the POST for. */
type PopbillPost = { verb: string; body: object }

/**
 * Sends a request to Popbill and returns the response body, parsed as JSON.
 * @throws SourceError
 */
export type PopbillRequest = (method: 'GET' | 'POST', path: string, post?: PopbillPost) => Promise<unknown>

/** A refusal by Popbill, with its error number (docs/sources.md#popbill). */
export class PopbillRefusal extends SourceError {
  readonly code: number

  constructor(fault: 'KEY' | 'REFUSED', code: number, sentence: string) {
    super(fault, sentence)
    this.code = code
  }
}

/** Address of the server that issues tokens: Linkhub's for the real Popbill; for a stand-in, the stand-in's own. */
const tokenHostOf = (address: string): string =>
  /^https:\/\/[a-z-]+\.linkhub\.co\.kr$/.test(address) ? 'https://auth.linkhub.co.kr' : address

export const popbillUnreadable = (): SourceError =>
  new SourceError('UNREADABLE', '팝빌의 응답을 읽을 수 없어요. 계속되면 팝빌에 문의해 주세요.')

/**
 * Error for a refusal, with Popbill's own text and the advice to look at the page named `where` on Popbill's website.
 */
export const popbillRefused = (
  fault: 'KEY' | 'REFUSED',
  code: number,
  reason: string,
  where = ACCOUNT_PAGE,
): PopbillRefusal =>
  new PopbillRefusal(fault, code, `팝빌이 거절했어요: ${reason} (${code}). 팝빌의 ${where} 화면을 확인해 주세요.`)

const keyRefused = (): SourceError =>
  new SourceError('KEY', '팝빌이 링크아이디나 비밀키를 받아 주지 않았어요. 환경과 사업자번호까지 같은지 확인해 주세요.')

/** True for error numbers that Popbill documents as being about the member, the partner or the token. */
const isAboutMember = (code: number): boolean => code <= -10_000_006 && code >= -10_000_043

/**
 * Returns the body of a response, parsed as JSON.
 * @throws SourceError the response isn't a success
 */
function answerOf(
  connection: DecryptedConnection<'popbill'>,
  { status, text }: { status: number; text: string },
  { page, secrets = [] }: PopbillUse,
): unknown {
  if (status === 429) throw new SourceError('BUSY', '팝빌이 요청을 잠시 받지 않아요. 조금 뒤에 저절로 다시 해요.')
  if (status >= 500) throw new SourceError('UNREACHABLE', '팝빌에 장애가 있어요. 저절로 다시 시도해요.')
  const answer = parseJson(text)
  if (status >= 200 && status < 300) {
    if (answer === undefined) throw popbillUnreadable()
    return answer
  }
  const refusal = refusalSchema.safeParse(answer)
  if (refusal.success) {
    const { code, message } = refusal.data
    const reason = refusalText(message, [connection.value('secretKey'), ...secrets])
    throw isAboutMember(code) ? keyRefused() : popbillRefused('REFUSED', code, reason, page)
  }
  if (status === 401 || status === 403) throw keyRefused()
  throw popbillUnreadable()
}

/**
 * Headers by which Linkhub verifies the partner. They contain an HMAC of method, body, time, version and path, made
 * with the secret key.
 */
function tokenHeaders(connection: DecryptedConnection<'popbill'>, path: string, body: string): Record<string, string> {
  const at = new Date().toISOString()
  const signed = ['POST', sha256(body).toString('base64'), at, TOKEN_VERSION, path].join('\n')
  const key = Buffer.from(connection.value('secretKey'), 'base64')
  const signature = createHmac('sha256', key).update(signed).digest('base64')
  return {
    'content-type': 'application/json',
    'x-lh-date': at,
    'x-lh-version': TOKEN_VERSION,
    authorization: `LINKHUB ${connection.value('linkId')} ${signature}`,
  }
}

/**
 * Gets a token and returns a function that sends requests with it. A token is valid for half an hour. It isn't stored:
 * each poll, check or receipt gets a new one.
 * @throws SourceError KEY Popbill refuses the partner, the member or the key; otherwise BUSY, UNREACHABLE or UNREADABLE
 */
export async function openPopbill(
  connection: DecryptedConnection<'popbill'>,
  use: PopbillUse = accountUse,
): Promise<PopbillRequest> {
  const path = connection.value('environment') === 'TEST' ? '/POPBILL_TEST/Token' : '/POPBILL/Token'
  const body = JSON.stringify({ access_id: connection.value('corpNum'), scope: ['member', ...use.scopes] })
  const headers = tokenHeaders(connection, path, body)
  const url = `${tokenHostOf(connection.address)}${path}`
  const tokenResponse = await callOutsideService({ service: SERVICE, url, method: 'POST', headers, body })
  // A 4xx response to the request for a token is about the key, the partner or the member.
  if (tokenResponse.status >= 400 && tokenResponse.status < 500 && tokenResponse.status !== 429) throw keyRefused()
  const token = tokenSchema.safeParse(answerOf(connection, tokenResponse, use))
  if (!token.success) throw popbillUnreadable()
  const userId = connection.value('userId')
  const sessionHeaders = {
    authorization: `Bearer ${token.data.session_token}`,
    'content-type': 'application/json;charset=utf-8',
    ...(userId && { 'x-pb-userid': userId }),
  }
  return async (method, requestPath, post) => {
    const response = await callOutsideService({
      service: SERVICE,
      url: `${connection.address}${requestPath}`,
      method,
      headers: { ...sessionHeaders, ...(post && { 'x-http-method-override': post.verb }) },
      ...(post && { body: JSON.stringify(post.body) }),
    })
    return answerOf(connection, response, use)
  }
}
