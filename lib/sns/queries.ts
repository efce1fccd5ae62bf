import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import type { Settings } from '#lib/settings/schema.ts'
import type { Person } from './log-in-by-sns.ts'
import type { KakaoApp } from './person-of-kakao.ts'
import type { NaverApp } from './person-of-naver.ts'
import { isTokenShaped, pathNames, type SnsGap, type SnsProvider, type SnsState } from './rules.ts'

/** Default redirect address of a provider's popup. */
const callbackOf = (provider: SnsProvider): string =>
  `${env().PUBLIC_URL.replace(/\/$/, '')}/auth/${pathNames[provider]}`

export const naverApp = (site: Settings): NaverApp => ({
  clientId: site.SNS_NAVER_CLIENT_ID,
  redirectUri: site.SNS_NAVER_REDIRECT_URL || callbackOf('NAVER'),
})

/** Kakao's application of the shop. The setting SNS_KAKAO_TOKEN contains its REST key, no token. */
export const kakaoApp = (site: Settings): KakaoApp => ({
  restKey: site.SNS_KAKAO_TOKEN,
  redirectUri: callbackOf('KAKAO'),
})

/** A login option: the provider and the URL to open in its popup, to which `state` must be added. */
export type SnsLoginOption = { provider: SnsProvider; authorizeUrl: string }

function authorizeUrl(url: string, clientId: string, redirectUri: string): string {
  const query = new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: redirectUri })
  return `${url}?${query}`
}

const isKeyUsable = (key: string): boolean => key !== '' && isTokenShaped(key)

const gapsAmong = (needs: readonly (readonly [SnsGap, isMet: boolean])[]): SnsGap[] =>
  needs.filter(([, isMet]) => !isMet).map(([gap]) => gap)

function naverGaps(site: Settings): SnsGap[] {
  const { clientId, redirectUri } = naverApp(site)
  const { origin, pathname } = new URL(redirectUri)
  return gapsAmong([
    ['NAVER_CLIENT_ID', isKeyUsable(clientId)],
    ['NAVER_CLIENT_SECRET', isKeyUsable(env().NAVER_CLIENT_SECRET)],
    // The popup's answer counts only from the shop's own callback page.
    ['NAVER_REDIRECT', origin === new URL(env().PUBLIC_URL).origin && pathname === `/auth/${pathNames.NAVER}`],
  ])
}

const kakaoGaps = (site: Settings): SnsGap[] =>
  gapsAmong([
    ['KAKAO_KEY', isKeyUsable(kakaoApp(site).restKey)],
    ['KAKAO_APP_ID', env().KAKAO_APP_ID !== ''],
  ])

/** Whether each provider's login is on, and what it lacks. */
export const snsStates = (site: Settings): Record<SnsProvider, SnsState> => ({
  NAVER: {
    provider: 'NAVER',
    on: site.ENABLE_SNS_NAVER,
    gaps: naverGaps(site),
    redirectUri: naverApp(site).redirectUri,
  },
  KAKAO: {
    provider: 'KAKAO',
    on: site.ENABLE_SNS_KAKAO,
    gaps: kakaoGaps(site),
    redirectUri: kakaoApp(site).redirectUri,
  },
})

/** Login options of the providers that are switched on and have their keys: a button shows only when it can work. */
export function snsLoginOptions(site: Settings): SnsLoginOption[] {
  const { NAVER_LOGIN_URL, KAKAO_LOGIN_URL } = env()
  const states = snsStates(site)
  const naver = naverApp(site)
  const kakao = kakaoApp(site)
  const all = [
    {
      provider: 'NAVER' as const,
      authorizeUrl: authorizeUrl(`${NAVER_LOGIN_URL}/oauth2.0/authorize`, naver.clientId, naver.redirectUri),
    },
    {
      provider: 'KAKAO' as const,
      authorizeUrl: authorizeUrl(`${KAKAO_LOGIN_URL}/oauth/authorize`, kakao.restKey, kakao.redirectUri),
    },
  ]
  return all.filter(({ provider }) => states[provider].on && states[provider].gaps.length === 0)
}

/** True if this provider's account is linked to this member. */
export async function isLinked(db: Db, memberId: number, { provider, subject }: Person): Promise<boolean> {
  const rows = await db.rows('SELECT FROM sns_links WHERE member_id = $1 AND provider = $2 AND subject = $3', [
    memberId,
    provider,
    subject,
  ])
  return rows.length > 0
}

/** Ways a signed-in member can prove his identity: by password, or by a linked provider. */
export type ReauthWays = { password: boolean; doors: SnsLoginOption[] }

// Parameters that force a new login at the provider: a login that is still open in the browser doesn't prove who uses
// it.
const newLoginParameters = { NAVER: '&auth_type=reauthenticate', KAKAO: '&prompt=login' } as const

export async function reauthWays(db: Db, memberId: number, site: Settings): Promise<ReauthWays> {
  const { password, providers } = await oneRow<{ password: boolean; providers: SnsProvider[] }>(
    db,
    `SELECT password_hash IS NOT NULL AS password,
            ARRAY(SELECT provider FROM sns_links WHERE member_id = $1) AS providers
     FROM members WHERE id = $1`,
    [memberId],
  )
  const doors = snsLoginOptions(site).filter(({ provider }) => providers.includes(provider))
  return {
    password,
    doors: doors.map((door) => ({ ...door, authorizeUrl: door.authorizeUrl + newLoginParameters[door.provider] })),
  }
}

/** SNS provider with which a member signs in; null if he uses login id and password. */
export async function providerOf(db: Db, memberId: number): Promise<SnsProvider | null> {
  const [link] = await db.rows<{ provider: SnsProvider }>('SELECT provider FROM sns_links WHERE member_id = $1', [
    memberId,
  ])
  return link?.provider ?? null
}
