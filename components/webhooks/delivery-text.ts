import { orderStatuses, orderStatusLabels, orderStatusNames } from '#lib/orders/labels.ts'
import type { DeliveryRow } from '#lib/webhooks/schema.ts'

const faultTexts: Readonly<Record<string, string>> = {
  REFUSED: '공개된 주소가 아님',
  REDIRECTED: '다른 주소로 돌려보냄',
  TIMED_OUT: '응답 없음',
  UNREACHABLE: '연결 실패',
  SWITCHED_OFF: '웹훅을 끔',
}

/** Label of the delivered order status, as in the order history. */
export function deliveredStatusText({ status }: DeliveryRow): string {
  const known = orderStatuses.find((each) => orderStatusNames[each] === status)
  return known === undefined ? status : orderStatusLabels[known]
}

/** Result of the last attempt to deliver a webhook, and the number of attempts if there were several. */
export function deliveryOutcomeText({ attempts, httpStatus, fault }: DeliveryRow): string {
  const answer = httpStatus === null ? (faultTexts[fault ?? ''] ?? (fault ? '전송 실패' : null)) : `응답 ${httpStatus}`
  return [answer ?? '보내기 전', ...(attempts > 1 ? [`${attempts}번 시도`] : [])].join(' · ')
}
