import { randomCharacters } from '#lib/core/crypto.ts'
import type { Settings } from '#lib/settings/schema.ts'
import { ProviderFault } from './ask-provider.ts'
import { snsCheckTexts } from './labels.ts'
import { kakaoToken } from './person-of-kakao.ts'
import { personOfNaver } from './person-of-naver.ts'
import { kakaoApp, naverApp, snsStates } from './queries.ts'
import type { SnsProvider } from './rules.ts'

/** Result of a check of a provider's keys, and its sentence for staff. */
export type SnsCheck = { provider: SnsProvider; works: boolean; message: string }

// Errors by which the providers say that they don't know the application: OAuth's own, Naver's for a wrong client id,
// and Kakao's codes KOE010 (secret), KOE101 (key) and KOE303 (redirect address).
const unknownApplication = /^(invalid_client|unauthorized_client|invalid_request|KOE\d+)$/

/**
 * Asks a provider to exchange a code that nobody was given. One that knows the shop's application refuses the code;
 * otherwise it refuses the application. Nothing is signed in and nothing is stored.
 */
export async function checkSnsLogin(site: Settings, provider: SnsProvider): Promise<SnsCheck> {
  const { gaps } = snsStates(site)[provider]
  if (gaps.length > 0) return { provider, works: false, message: snsCheckTexts.missing }
  const code = randomCharacters(20)
  try {
    await (provider === 'NAVER'
      ? personOfNaver(naverApp(site), code, randomCharacters(20))
      : kakaoToken(kakaoApp(site), code))
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    if (error.kind === 'refused') return { provider, works: true, message: snsCheckTexts.works(provider) }
    const isUnknown = unknownApplication.test(error.fault)
    return {
      provider,
      works: false,
      message: isUnknown ? snsCheckTexts.refused(provider) : snsCheckTexts.down(provider),
    }
  }
  // A made-up code can't be valid: whoever answered isn't the provider.
  return { provider, works: false, message: snsCheckTexts.down(provider) }
}
