/** Explains each `OutgoingFault` (lib/core/outgoing.ts), which a browser doesn't load. */
const faultLabels: Readonly<Record<string, string>> = {
  REFUSED: '보낼 수 없는 주소예요.',
  UNREACHABLE: '공급사에 연결할 수 없어요.',
  TIMED_OUT: '제시간에 응답이 오지 않았어요.',
  BROKEN: '응답을 받기 전에 연결이 끊겼어요.',
  TOO_LARGE: '응답이 너무 커서 읽지 않았어요.',
  REDIRECTED: '다른 주소로 옮기라는 응답이라 읽지 않았어요.',
}

/** Texts for the errors that the shop itself stores about requests to providers. */
const ownErrorLabels: Readonly<Record<string, string>> = {
  'its key cannot be opened': '저장된 API 키를 읽을 수 없어요. 공급사에 키를 다시 저장해 주세요.',
  'not in the answer': '공급사의 응답에 이 주문이 없어요.',
  'no order in the answer': '공급사의 응답에 읽을 수 있는 주문이 없어요.',
  'the sender had stopped for a while': '자동 작업이 잠시 멈춰서 보내지 않았어요. 곧 다시 보내요.',
  'its sender ended before the answer came': '응답을 받기 전에 자동 작업이 끝났어요.',
  'no such action': '공급사에 없는 기능이에요.',
}

/**
 * Text for staff about a request to a provider that failed. Errors that the shop stored are explained in Korean; a
 * provider's own error message is shown as it is.
 */
export function providerErrorText(error: string): string {
  const own = Object.hasOwn(ownErrorLabels, error) && ownErrorLabels[error]
  if (own) return own
  const [, status] = /^HTTP (\d+) without readable JSON$/.exec(error) ?? []
  if (status) return `읽을 수 없는 응답이에요. (HTTP ${status})`
  const [, fault = '', detail = ''] = /^([A-Z_]+): (.+)$/s.exec(error) ?? []
  return Object.hasOwn(faultLabels, fault) ? `${faultLabels[fault]} (${detail})` : error
}
