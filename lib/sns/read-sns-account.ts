import type { Db } from '#lib/core/db.ts'
import type { AppError } from '#lib/core/errors.ts'
import { settings } from '#lib/settings/queries.ts'
import type { Settings } from '#lib/settings/schema.ts'
import { SnsProviderFault } from './ask-sns-provider.ts'
import { snsLoginRefused, snsLoginSwitchedOff, snsLoginUnavailable } from './errors.ts'
import type { SnsAccount } from './log-in-by-sns.ts'
import { kakaoApp, naverApp } from './queries.ts'
import { exchangeKakaoCode, readKakaoAccountId } from './read-kakao-account.ts'
import { readNaverAccountId } from './read-naver-account.ts'
import type { SnsProvider } from './rules.ts'

const enablingSettings = { NAVER: 'ENABLE_SNS_NAVER', KAKAO: 'ENABLE_SNS_KAKAO' } as const

/** Returns the settings if logins by this provider are switched on. @throws CONFLICT they are switched off */
export async function settingsIfSnsEnabled(db: Db, provider: SnsProvider): Promise<Settings> {
  const site = await settings(db)
  if (!site[enablingSettings[provider]]) throw snsLoginSwitchedOff(provider)
  return site
}

/** Awaits a request to Naver or Kakao; converts an SnsProviderFault to the error that `errorOf` returns. */
export async function translateSnsFault<T>(
  pending: Promise<T>,
  errorOf: (kind: SnsProviderFault['kind']) => AppError,
): Promise<T> {
  try {
    return await pending
  } catch (error) {
    throw error instanceof SnsProviderFault ? errorOf(error.kind) : error
  }
}

/** Returns a function that converts the kind of a provider's fault to the error of a login, for `translateSnsFault`. */
export const snsLoginErrorFor = (provider: SnsProvider) => (kind: SnsProviderFault['kind']) =>
  kind === 'refused' ? snsLoginRefused(provider) : snsLoginUnavailable(provider)

/**
 * Exchanges the code that a login window returned for the person's account at Naver or Kakao.
 * @throws BAD_INPUT the provider refuses the code; CONFLICT logins by the provider are switched off; UPSTREAM_FAILED
 * the provider doesn't respond properly; TOO_MANY_REQUESTS
 */
export async function readSnsAccount(
  db: Db,
  provider: SnsProvider,
  { code, state }: { code: string; state: string },
): Promise<SnsAccount> {
  const site = await settingsIfSnsEnabled(db, provider)
  const pendingSubject =
    provider === 'NAVER'
      ? readNaverAccountId(naverApp(site), code, state || site.SNS_NAVER_STATE)
      : exchangeKakaoCode(kakaoApp(site), code).then(readKakaoAccountId)
  return { provider, subject: await translateSnsFault(pendingSubject, snsLoginErrorFor(provider)) }
}
