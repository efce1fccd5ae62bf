import { z } from 'zod'
import { env } from '#lib/core/env.ts'
import { askSnsProvider, logSnsFault, SnsProviderFault, type SnsProviderRequest } from './ask-sns-provider.ts'
import { isTokenShaped } from './rules.ts'

export type KakaoApp = { restKey: string; redirectUri: string }

const grantedSchema = z.object({ access_token: z.string().refine(isTokenShaped) })
const refusedSchema = z.object({ error: z.string(), error_code: z.string().default('') })
const tokenInfoSchema = z.object({ id: z.int().positive(), app_id: z.int() })
const personSchema = z.object({ id: z.int().positive() })
/**
 * Kakao's error codes for an invalid token: -2 no token, -101 the person has left the application, -103 the person has
 * left Kakao, -401 invalid or expired.
 */
const badTokenSchema = z.object({ code: z.literal([-2, -101, -103, -401]) })

/**
 * Kakao's error for a redirect_uri that isn't registered, or that isn't the redirect_uri for which the code was issued.
 * In both cases the shop is misconfigured.
 */
const WRONG_REDIRECT_CODE = 'KOE303'

/** Exchanges the code that Kakao's login window returned for an access token. @throws the errors of askSnsProvider */
export async function exchangeKakaoCode({ restKey, redirectUri }: KakaoApp, code: string): Promise<string> {
  if (!isTokenShaped(code)) throw new SnsProviderFault('refused')
  const { KAKAO_LOGIN_URL, KAKAO_CLIENT_SECRET: secret } = env()
  const request: SnsProviderRequest = { provider: 'KAKAO', step: 'exchange', url: `${KAKAO_LOGIN_URL}/oauth/token` }
  const client = { client_id: restKey, redirect_uri: redirectUri, ...(secret && { client_secret: secret }) }
  const { status, json } = await askSnsProvider(request, {
    form: { grant_type: 'authorization_code', ...client, code },
  })
  const grant = grantedSchema.safeParse(json)
  if (status === 200 && grant.success) return grant.data.access_token
  const { error = 'shape', error_code } = refusedSchema.safeParse(json).data ?? {}
  if (error === 'invalid_grant' && error_code !== WRONG_REDIRECT_CODE) throw new SnsProviderFault('refused')
  throw logSnsFault(request, error_code || error, status)
}

async function readFromKakao<T extends z.ZodType>(
  step: SnsProviderRequest['step'],
  path: string,
  bearer: string,
  shape: T,
) {
  const request: SnsProviderRequest = { provider: 'KAKAO', step, url: `${env().KAKAO_API_URL}${path}` }
  const { status, json } = await askSnsProvider(request, { bearer })
  const content = shape.safeParse(json)
  if (status === 200 && content.success) return { request, content: content.data }
  if (status === 401 || badTokenSchema.safeParse(json).success) throw new SnsProviderFault('refused')
  throw logSnsFault(request, 'shape', status)
}

/**
 * Returns the id of the Kakao account that a token belongs to. Any client may send a token, so a token that Kakao
 * issued to another application is refused: the operator of another site could otherwise log in here as that site's
 * users.
 * @throws the errors of askSnsProvider
 */
export async function readKakaoAccountId(accessToken: string): Promise<string> {
  if (!isTokenShaped(accessToken)) throw new SnsProviderFault('refused')
  const info = await readFromKakao('token info', '/v1/user/access_token_info', accessToken, tokenInfoSchema)
  if (env().KAKAO_APP_ID === '') throw logSnsFault(info.request, 'KAKAO_APP_ID is not set')
  if (String(info.content.app_id) !== env().KAKAO_APP_ID) throw new SnsProviderFault('refused')
  const person = await readFromKakao('person', '/v2/user/me', accessToken, personSchema)
  if (person.content.id !== info.content.id) throw logSnsFault(person.request, 'another person')
  return String(person.content.id)
}
