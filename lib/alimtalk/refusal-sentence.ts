import { errorCodeOf, type SolapiAnswer } from './call-solapi.ts'
import { solapiSentences } from './labels.ts'

/** Korean sentence that tells staff what to do about a refusal or failure of Solapi; null for a success. */
export function refusalSentence(answer: SolapiAnswer): string | null {
  const [{ status }, code] = [answer, errorCodeOf(answer)]
  if (code === 'SignatureDoesNotMatch') return solapiSentences.secret
  if (status === 401 || status === 403) return solapiSentences.key
  if (status === 402 || code === 'NotEnoughBalance') return solapiSentences.balance
  if (status === 429) return solapiSentences.busy
  if (status >= 500) return solapiSentences.unreachable
  if (status >= 400 || code !== '') return solapiSentences.refused(code || String(status))
  return null
}

/** True if Solapi refuses the whole account, not just one message: no message can be sent until staff fix the cause. */
export const isAccountRefusal = (answer: SolapiAnswer): boolean =>
  [401, 402, 403].includes(answer.status) || errorCodeOf(answer) === 'NotEnoughBalance'
