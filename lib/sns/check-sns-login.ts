import { randomCharacters } from '#lib/core/crypto.ts'
import type { Settings } from '#lib/settings/schema.ts'
import { SnsProviderFault } from './ask-sns-provider.ts'
import { snsCheckTexts } from './labels.ts'
import { kakaoApp, naverApp, snsLoginStates } from './queries.ts'
import { exchangeKakaoCode } from './read-kakao-account.ts'
import { readNaverAccountId } from './read-naver-account.ts'
import type { SnsProvider } from './rules.ts'

/** Whether a provider accepts the keys in the settings, and the message about it for staff. */
export type SnsCheck = { provider: SnsProvider; works: boolean; message: string }

// Error codes with which Naver or Kakao says that it doesn't know the shop's application: OAuth's codes, Naver's code
// for a wrong client id, and Kakao's KOE codes, such as KOE010 (secret), KOE101 (key) and KOE303 (redirect address).
const unknownApplication = /^(invalid_client|unauthorized_client|invalid_request|KOE\d+)$/

/**
 * Checks the keys for Naver or Kakao by asking the provider to exchange a made-up code. With right keys the provider
 * refuses the code; with wrong keys it refuses the shop's application. Nobody is logged in and nothing is stored.
 * @throws TOO_MANY_REQUESTS while too many requests to Naver and Kakao are in progress
 */
export async function checkSnsLogin(site: Settings, provider: SnsProvider): Promise<SnsCheck> {
  const { gaps } = snsLoginStates(site)[provider]
  if (gaps.length > 0) return { provider, works: false, message: snsCheckTexts.missing }
  const code = randomCharacters(20)
  try {
    await (provider === 'NAVER'
      ? readNaverAccountId(naverApp(site), code, randomCharacters(20))
      : exchangeKakaoCode(kakaoApp(site), code))
  } catch (error) {
    if (!(error instanceof SnsProviderFault)) throw error
    if (error.kind === 'refused') return { provider, works: true, message: snsCheckTexts.works(provider) }
    const isUnknown = unknownApplication.test(error.fault)
    return {
      provider,
      works: false,
      message: isUnknown ? snsCheckTexts.refused(provider) : snsCheckTexts.down(provider),
    }
  }
  // The made-up code was accepted, which the real provider never does: some other server has answered.
  return { provider, works: false, message: snsCheckTexts.down(provider) }
}
