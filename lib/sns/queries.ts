import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import type { Settings } from '#lib/settings/schema.ts'
import type { SnsAccount } from './log-in-by-sns.ts'
import type { KakaoApp } from './read-kakao-account.ts'
import type { NaverApp } from './read-naver-account.ts'
import { isTokenShaped, type SnsGap, type SnsLoginState, type SnsProvider, snsPathNames } from './rules.ts'

/**
 * Default address to which the login window of Naver or Kakao returns; for Naver, the settings may give another
 * address.
 */
const callbackOf = (provider: SnsProvider): string => `${env().PUBLIC_URL}/auth/${snsPathNames[provider]}`

/** The shop's application at Naver. */
export const naverApp = (site: Settings): NaverApp => ({
  clientId: site.SNS_NAVER_CLIENT_ID,
  redirectUri: site.SNS_NAVER_REDIRECT_URL || callbackOf('NAVER'),
})

/**
 * The shop's application at Kakao. Despite its name, the setting SNS_KAKAO_TOKEN contains the application's REST key.
 */
export const kakaoApp = (site: Settings): KakaoApp => ({
  restKey: site.SNS_KAKAO_TOKEN,
  redirectUri: callbackOf('KAKAO'),
})

/** An SNS provider that offers login, and the URL of its login window; the caller adds `state` to the URL. */
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
    // The login window must return to the shop's own callback page.
    ['NAVER_REDIRECT', origin === new URL(env().PUBLIC_URL).origin && pathname === `/auth/${snsPathNames.NAVER}`],
  ])
}

const kakaoGaps = (site: Settings): SnsGap[] =>
  gapsAmong([
    ['KAKAO_KEY', isKeyUsable(kakaoApp(site).restKey)],
    ['KAKAO_APP_ID', env().KAKAO_APP_ID !== ''],
  ])

/** States of the logins by Naver and Kakao: whether each is switched on, and what it still lacks. */
export const snsLoginStates = (site: Settings): Record<SnsProvider, SnsLoginState> => ({
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

/** The providers whose login is switched on and lacks nothing. Only for these a login button is displayed. */
export function snsLoginOptions(site: Settings): SnsLoginOption[] {
  const { NAVER_LOGIN_URL, KAKAO_LOGIN_URL } = env()
  const states = snsLoginStates(site)
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

/** True if this account at a provider is linked to this member. */
export async function isSnsLinked(db: Db, memberId: number, { provider, subject }: SnsAccount): Promise<boolean> {
  const rows = await db.rows('SELECT FROM sns_links WHERE member_id = $1 AND provider = $2 AND subject = $3', [
    memberId,
    provider,
    subject,
  ])
  return rows.length > 0
}

/**
 * Ways in which a signed-in member can prove his identity: by password, or by logging in again at a linked provider.
 */
export type ReauthWays = { password: boolean; snsLogins: SnsLoginOption[] }

// Parameters that are added to the URL of the provider's login window, to force a new login: an earlier login that the
// browser still remembers doesn't prove who uses the browser now.
const newLoginParameters = { NAVER: '&auth_type=reauthenticate', KAKAO: '&prompt=login' } as const

export async function readReauthWays(db: Db, memberId: number, site: Settings): Promise<ReauthWays> {
  const { password, providers } = await oneRow<{ password: boolean; providers: SnsProvider[] }>(
    db,
    `SELECT password_hash IS NOT NULL AS password,
            ARRAY(SELECT provider FROM sns_links WHERE member_id = $1) AS providers
     FROM members WHERE id = $1`,
    [memberId],
  )
  const snsLogins = snsLoginOptions(site).filter(({ provider }) => providers.includes(provider))
  return {
    password,
    snsLogins: snsLogins.map((option) => ({
      ...option,
      authorizeUrl: option.authorizeUrl + newLoginParameters[option.provider],
    })),
  }
}

/** SNS provider by which a member logs in; null if he uses login id and password. */
export async function snsProviderOfMember(db: Db, memberId: number): Promise<SnsProvider | null> {
  const [link] = await db.rows<{ provider: SnsProvider }>('SELECT provider FROM sns_links WHERE member_id = $1', [
    memberId,
  ])
  return link?.provider ?? null
}
