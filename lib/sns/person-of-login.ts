import type { Db } from '#lib/core/db.ts'
import type { AppError } from '#lib/core/errors.ts'
import { settings } from '#lib/settings/queries.ts'
import type { Settings } from '#lib/settings/schema.ts'
import { ProviderFault } from './ask-provider.ts'
import { providerDown, snsLoginOff, snsLoginRefused } from './errors.ts'
import type { SnsAccount } from './log-in-by-sns.ts'
import { kakaoToken, personOfKakao } from './person-of-kakao.ts'
import { personOfNaver } from './person-of-naver.ts'
import { kakaoApp, naverApp } from './queries.ts'
import type { SnsProvider } from './rules.ts'

const enablingSettings = { NAVER: 'ENABLE_SNS_NAVER', KAKAO: 'ENABLE_SNS_KAKAO' } as const

/** Returns the settings if logins by this provider are switched on. @throws CONFLICT they are switched off */
export async function settingsIfEnabled(db: Db, provider: SnsProvider): Promise<Settings> {
  const site = await settings(db)
  if (!site[enablingSettings[provider]]) throw snsLoginOff(provider)
  return site
}

/** Awaits a request to Naver or Kakao; converts a ProviderFault to the error that `errorOf` returns. */
export async function translateProviderFault<T>(
  pending: Promise<T>,
  errorOf: (kind: ProviderFault['kind']) => AppError,
): Promise<T> {
  try {
    return await pending
  } catch (error) {
    throw error instanceof ProviderFault ? errorOf(error.kind) : error
  }
}

export const loginErrorOf = (provider: SnsProvider) => (kind: ProviderFault['kind']) =>
  kind === 'refused' ? snsLoginRefused(provider) : providerDown(provider)

/**
 * Exchanges the code that a login window returned for the person's account at Naver or Kakao.
 * @throws BAD_INPUT the provider refuses the code; CONFLICT logins by the provider are switched off; UPSTREAM_FAILED
 * the provider doesn't respond properly; TOO_MANY_REQUESTS
 */
export async function personOfLogin(
  db: Db,
  provider: SnsProvider,
  { code, state }: { code: string; state: string },
): Promise<SnsAccount> {
  const site = await settingsIfEnabled(db, provider)
  const pendingSubject =
    provider === 'NAVER'
      ? personOfNaver(naverApp(site), code, state || site.SNS_NAVER_STATE)
      : kakaoToken(kakaoApp(site), code).then(personOfKakao)
  return { provider, subject: await translateProviderFault(pendingSubject, loginErrorOf(provider)) }
}
