import { z } from 'zod'
import { env } from '#lib/core/env.ts'
import { askSnsProvider, logSnsFault, SnsProviderFault, type SnsProviderRequest } from './ask-sns-provider.ts'
import { isTokenShaped } from './rules.ts'

export type NaverApp = { clientId: string; redirectUri: string }

const grantedSchema = z.object({ access_token: z.string().refine(isTokenShaped) })
const refusedSchema = z.object({ error: z.string(), error_description: z.string().default('') })
const personSchema = z.object({ resultcode: z.literal('00'), response: z.object({ id: z.string().min(1).max(200) }) })
/** Naver's error codes for an invalid or expired token, sometimes sent with status 200. */
const badTokenSchema = z.object({ resultcode: z.enum(['024', '028']) })

/**
 * True if the shop's configuration caused the error. Naver reports both a wrong client id and a wrong code as
 * `invalid_request`; only the description differs.
 */
const isOurFault = ({ error, error_description }: z.output<typeof refusedSchema>): boolean =>
  /client/.test(error) || /client/.test(error_description)

async function exchangeCode({ clientId, redirectUri }: NaverApp, code: string, state: string): Promise<string> {
  const { NAVER_LOGIN_URL, NAVER_CLIENT_SECRET } = env()
  const request: SnsProviderRequest = { provider: 'NAVER', step: 'exchange', url: `${NAVER_LOGIN_URL}/oauth2.0/token` }
  const client = { client_id: clientId, client_secret: NAVER_CLIENT_SECRET, redirect_uri: redirectUri }
  const form = { grant_type: 'authorization_code', ...client, code, state }
  const { status, json } = await askSnsProvider(request, { form })
  const refusal = refusedSchema.safeParse(json)
  if (refusal.success && isOurFault(refusal.data)) throw logSnsFault(request, refusal.data.error, status)
  if (refusal.success) throw new SnsProviderFault('refused')
  const grant = grantedSchema.safeParse(json)
  if (status === 200 && grant.success) return grant.data.access_token
  throw logSnsFault(request, 'shape', status)
}

/**
 * Returns the id of the Naver account for a login's code. The id is valid for this application only: Naver gives each
 * application a different id for the same person.
 * @throws the errors of askSnsProvider
 */
export async function readNaverAccountId(app: NaverApp, code: string, state: string): Promise<string> {
  if (!isTokenShaped(code) || (state !== '' && !isTokenShaped(state))) throw new SnsProviderFault('refused')
  const bearer = await exchangeCode(app, code, state)
  const request: SnsProviderRequest = { provider: 'NAVER', step: 'person', url: `${env().NAVER_API_URL}/v1/nid/me` }
  const { status, json } = await askSnsProvider(request, { bearer })
  const found = personSchema.safeParse(json)
  if (status === 200 && found.success) return found.data.response.id
  if (status === 401 || badTokenSchema.safeParse(json).success) throw new SnsProviderFault('refused')
  throw logSnsFault(request, 'shape', status)
}
