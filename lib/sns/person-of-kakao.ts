import { z } from 'zod'
import { env } from '#lib/core/env.ts'
import { askProvider, ProviderFault, providerDown, type Question } from './ask-provider.ts'
import { isTokenShaped } from './rules.ts'

export type KakaoApp = { restKey: string; redirectUri: string }

const granted = z.object({ access_token: z.string().refine(isTokenShaped) })
const refused = z.object({ error: z.string(), error_code: z.string().default('') })
const tokenInfo = z.object({ id: z.int().positive(), app_id: z.int() })
const person = z.object({ id: z.int().positive() })
/**
 * Kakao's error codes for an invalid token: -2 no token, -101 and -103 the person has left the application or Kakao,
 * -401 invalid or expired.
 */
const badToken = z.object({ code: z.literal([-2, -101, -103, -401]) })

/**
 * Kakao's error for a redirect_uri that differs from the one of the code or isn't registered: a misconfiguration of the
 * shop.
 */
const OTHER_REDIRECT = 'KOE303'

/** Exchanges the code from the shop's popup for an access token at Kakao. @throws ProviderFault */
export async function kakaoToken({ restKey, redirectUri }: KakaoApp, code: string): Promise<string> {
  if (!isTokenShaped(code)) throw new ProviderFault('refused')
  const { KAKAO_LOGIN_URL, KAKAO_CLIENT_SECRET: secret } = env()
  const question: Question = { provider: 'KAKAO', step: 'exchange', url: `${KAKAO_LOGIN_URL}/oauth/token` }
  const client = { client_id: restKey, redirect_uri: redirectUri, ...(secret && { client_secret: secret }) }
  const { status, json } = await askProvider(question, { form: { grant_type: 'authorization_code', ...client, code } })
  const grant = granted.safeParse(json)
  if (status === 200 && grant.success) return grant.data.access_token
  const { error = 'shape', error_code } = refused.safeParse(json).data ?? {}
  if (error === 'invalid_grant' && error_code !== OTHER_REDIRECT) throw new ProviderFault('refused')
  throw providerDown(question, error_code || error, status)
}

async function ask<T extends z.ZodType>(step: Question['step'], path: string, bearer: string, shape: T) {
  const question: Question = { provider: 'KAKAO', step, url: `${env().KAKAO_API_URL}${path}` }
  const { status, json } = await askProvider(question, { bearer })
  const found = shape.safeParse(json)
  if (status === 200 && found.success) return { question, found: found.data }
  if (status === 401 || badToken.safeParse(json).success) throw new ProviderFault('refused')
  throw providerDown(question, 'shape', status)
}

/**
 * Returns the id of the Kakao account that a token belongs to. The token may come from any client, so it is refused
 * unless it was issued to the shop's application: otherwise any other site that a person signs in to with Kakao could
 * log in here as him.
 * @throws ProviderFault
 */
export async function personOfKakao(accessToken: string): Promise<string> {
  if (!isTokenShaped(accessToken)) throw new ProviderFault('refused')
  const info = await ask('token info', '/v1/user/access_token_info', accessToken, tokenInfo)
  if (env().KAKAO_APP_ID === '') throw providerDown(info.question, 'KAKAO_APP_ID is not set')
  if (String(info.found.app_id) !== env().KAKAO_APP_ID) throw new ProviderFault('refused')
  const me = await ask('person', '/v2/user/me', accessToken, person)
  if (me.found.id !== info.found.id) throw providerDown(me.question, 'another person')
  return String(me.found.id)
}
