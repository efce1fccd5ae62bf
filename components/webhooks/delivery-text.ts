import { orderStatuses, orderStatusLabels, orderStatusNames } from '#lib/orders/labels.ts'
import { webhookEventLabels } from '#lib/webhooks/labels.ts'
import type { WebhookDeliveryRow } from '#lib/webhooks/schema.ts'

const faultTexts: Readonly<Record<string, string>> = {
  REFUSED: '공개된 주소가 아님',
  REDIRECTED: '다른 주소로 돌려보냄',
  TIMED_OUT: '응답 없음',
  UNREACHABLE: '연결 실패',
  BROKEN: '연결 끊김',
  WORKER_LOST: '전송 중단',
  UNREADABLE_KEY: '서명 키를 새로 발급해야 함',
  SWITCHED_OFF: '웹훅을 끔',
}

/** Text for the content of a delivery: the label of the order's status or, without a status, the label of the event. */
export function deliveryContentText({ event, status }: Pick<WebhookDeliveryRow, 'event' | 'status'>): string {
  if (status === null) return webhookEventLabels[event]
  const knownStatus = orderStatuses.find((each) => orderStatusNames[each] === status)
  return knownStatus === undefined ? status : orderStatusLabels[knownStatus]
}

type Outcome = Pick<WebhookDeliveryRow, 'httpStatus' | 'fault'>

/**
 * Result of the last attempt as text: why no valid response came, or that the webhook was switched off before the next
 * attempt, otherwise the HTTP status. Null before the first attempt.
 */
export function attemptResultText({ httpStatus, fault }: Outcome): string | null {
  if (fault !== null) return faultTexts[fault] ?? '전송 실패'
  return httpStatus === null ? null : `응답 ${httpStatus}`
}

/** Formats the duration of an attempt. */
export const durationText = (ms: number): string => (ms < 1_000 ? `${ms}ms` : `${(ms / 1_000).toFixed(1)}초`)

/** Result of the last attempt to deliver, and the number of attempts if there were several. */
export function deliveryOutcomeText({ attempts, ...row }: Outcome & Pick<WebhookDeliveryRow, 'attempts'>): string {
  return [attemptResultText(row) ?? '보내기 전', ...(attempts > 1 ? [`${attempts}번 시도`] : [])].join(' · ')
}
