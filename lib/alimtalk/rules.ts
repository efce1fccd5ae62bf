import type { ConnectionFieldName } from '#lib/connections/labels.ts'
import type { SentAs, TemplateKind } from '#lib/messages/labels.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import type { AlertKind } from './labels.ts'

/** Field of the connection's form that holds the Solapi id of a template. */
export const templateFields: Readonly<Record<TemplateKind, ConnectionFieldName<'solapi'>>> = {
  CODE: 'templateCode',
  CHARGE: 'templateCharge',
  HOLD: 'templateHold',
  ORDER: 'templateOrder',
}

/** Seconds that a notice waits, so that others of the same member and kind can be sent in the same message. */
export const GATHER_SECONDS = 15

/** Minimum number of minutes between two messages of a kind to a member, and their maximum number per day in Seoul. */
export const alertLimits: Readonly<Record<AlertKind, { pauseMinutes: number; aDay: number }>> = {
  CHARGE: { pauseMinutes: 1, aDay: 10 },
  HOLD: { pauseMinutes: 10, aDay: 3 },
  ORDER: { pauseMinutes: 30, aDay: 10 },
}

const [FIRST_HOUR, LAST_HOUR] = [8, 21]

/** True from 21:00 to 08:00 in Seoul, when members get no messages but verification codes. */
export function isQuietHour(now: Date): boolean {
  const hour = (now.getUTCHours() + 9) % 24
  return hour < FIRST_HOUR || hour >= LAST_HOUR
}

/** The shop's name as a template's value: at most 20 letters, digits and a few signs, so that it can't be a link. */
export function shopNameValue(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N} ·&()_-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, 20).join('').trim() || '안내'
}

/**
 * Kind of text message that this text needs: SMS up to 90 bytes, of which a Korean letter takes two; above that LMS.
 */
export const textKindOf = (text: string): SentAs =>
  [...text].reduce((bytes, each) => bytes + (each.charCodeAt(0) < 128 ? 1 : 2), 0) > 90 ? 'LMS' : 'SMS'

/** A telephone number of 11 digits, of which only the first three and the last four are shown. */
export const maskedPhone = (phone: string): string => `${phone.slice(0, 3)}-****-${phone.slice(-4)}`

export type WaitingNotice = { status: number; point: bigint | null }

/** Counts of ended orders by how they ended, as the values of a template. */
export function endedCounts(notices: readonly WaitingNotice[]): Record<'완료' | '일부' | '취소', string> {
  const count = (status: number) => String(notices.filter((each) => each.status === status).length)
  return {
    완료: count(orderStatus.COMPLETED),
    일부: count(orderStatus.PARTIAL),
    취소: count(orderStatus.CANCELED),
  }
}
