import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import type { Settings } from '#lib/settings/schema.ts'
import type { Person } from './log-in-by-sns.ts'
import type { KakaoApp } from './person-of-kakao.ts'
import type { NaverApp } from './person-of-naver.ts'
import { type Provider, pathNames } from './rules.ts'

/** Where a provider sends its popup back to when nobody says otherwise. */
const callbackOf = (provider: Provider): string => `${env().PUBLIC_URL.replace(/\/$/, '')}/auth/${pathNames[provider]}`

export const naverApp = (site: Settings): NaverApp => ({
  clientId: site.SNS_NAVER_CLIENT_ID,
  redirectUri: site.SNS_NAVER_REDIRECT_URL || callbackOf('NAVER'),
})

/** The setting's name is the contract's; what stands in it is the application's REST key. */
export const kakaoApp = (site: Settings): KakaoApp => ({
  restKey: site.SNS_KAKAO_TOKEN,
  redirectUri: callbackOf('KAKAO'),
})

/** A way in by a provider: the page that its popup opens, but for the state. */
export type SnsDoor = { provider: Provider; authorizeUrl: string }

function authorizeUrl(url: string, clientId: string, redirectUri: string): string {
  const query = new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: redirectUri })
  return `${url}?${query}`
}

/** The ways in that are switched on. */
export function snsDoors(site: Settings): SnsDoor[] {
  const { NAVER_LOGIN_URL, KAKAO_LOGIN_URL } = env()
  const naver = naverApp(site)
  const kakao = kakaoApp(site)
  const all = [
    {
      on: site.ENABLE_SNS_NAVER,
      provider: 'NAVER' as const,
      authorizeUrl: authorizeUrl(`${NAVER_LOGIN_URL}/oauth2.0/authorize`, naver.clientId, naver.redirectUri),
    },
    {
      on: site.ENABLE_SNS_KAKAO,
      provider: 'KAKAO' as const,
      authorizeUrl: authorizeUrl(`${KAKAO_LOGIN_URL}/oauth/authorize`, kakao.restKey, kakao.redirectUri),
    },
  ]
  return all.filter(({ on }) => on).map(({ provider, authorizeUrl }) => ({ provider, authorizeUrl }))
}

/** Whether this account at a provider lets this member in. */
export async function isLinked(db: Db, memberId: number, { provider, subject }: Person): Promise<boolean> {
  const rows = await db.rows('SELECT FROM sns_links WHERE member_id = $1 AND provider = $2 AND subject = $3', [
    memberId,
    provider,
    subject,
  ])
  return rows.length > 0
}

/** How a signed-in member may prove that it is he: by his password, and by the providers that let him in. */
export type ReauthWays = { password: boolean; doors: SnsDoor[] }

// Asks the person to sign in there again although his browser still is: an open browser proves nothing.
const afresh = { NAVER: '&auth_type=reauthenticate', KAKAO: '&prompt=login' } as const

export async function reauthWays(db: Db, memberId: number, site: Settings): Promise<ReauthWays> {
  const { password, providers } = await oneRow<{ password: boolean; providers: Provider[] }>(
    db,
    `SELECT password_hash IS NOT NULL AS password,
            ARRAY(SELECT provider FROM sns_links WHERE member_id = $1) AS providers
     FROM members WHERE id = $1`,
    [memberId],
  )
  const doors = snsDoors(site).filter(({ provider }) => providers.includes(provider))
  return {
    password,
    doors: doors.map((door) => ({ ...door, authorizeUrl: door.authorizeUrl + afresh[door.provider] })),
  }
}

/** By whom a member signs in; null for an id and a password. */
export async function providerOf(db: Db, memberId: number): Promise<Provider | null> {
  const [link] = await db.rows<{ provider: Provider }>('SELECT provider FROM sns_links WHERE member_id = $1', [
    memberId,
  ])
  return link?.provider ?? null
}
