import type { ConnectionFieldName } from '#lib/connections/labels.ts'
import type { SentAs, TemplateKind } from '#lib/messages/labels.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import type { AlertKind } from './labels.ts'

/** Names of the fields of the connection to Solapi that hold the templates' ids. */
export const templateFields: Readonly<Record<TemplateKind, ConnectionFieldName<'solapi'>>> = {
  CODE: 'templateCode',
  CHARGE: 'templateCharge',
  HOLD: 'templateHold',
  ORDER: 'templateOrder',
}

/** Seconds that a notice waits, so that one message can report several notices of the same member and kind. */
export const GATHER_SECONDS = 15

/** SQL interval after which a waiting notice is outdated: it is deleted instead of being sent. */
export const NOTICE_LIFE = '1 day'

/**
 * Limits for messages of a kind to one member: minimum minutes between two messages, and maximum messages per day in
 * Seoul.
 */
export const alertLimits: Readonly<Record<AlertKind, { pauseMinutes: number; aDay: number }>> = {
  CHARGE: { pauseMinutes: 1, aDay: 10 },
  HOLD: { pauseMinutes: 10, aDay: 3 },
  ORDER: { pauseMinutes: 30, aDay: 10 },
}

/**
 * The shop's name as a value of a template: at most 20 letters, digits and a few signs, so that it can't form a link.
 */
export function shopNameForTemplate(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N} ·&()_-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, 20).join('').trim() || '안내'
}

/** Kind of text message that a text needs: SMS up to 90 bytes, LMS above. A Korean letter takes two bytes. */
export const textKindOf = (text: string): SentAs =>
  [...text].reduce((bytes, each) => bytes + (each.charCodeAt(0) < 128 ? 1 : 2), 0) > 90 ? 'LMS' : 'SMS'

/** Masks the middle four digits of a phone number of 11 digits. */
export const maskPhone = (phone: string): string => `${phone.slice(0, 3)}-****-${phone.slice(-4)}`

/** A notice by telephone that isn't sent yet. */
export type WaitingNotice = {
  /** Status in which an order ended; has no meaning for notices of other kinds. */
  status: number
  /** Credited points of a charge, in hundredths; null for notices of other kinds. */
  point: bigint | null
}

/** Numbers of completed, partly completed and canceled orders, as values of a template. */
export function countEndedOrders(notices: readonly WaitingNotice[]): Record<'완료' | '일부' | '취소', string> {
  const count = (status: number) => String(notices.filter((each) => each.status === status).length)
  return {
    완료: count(orderStatus.COMPLETED),
    일부: count(orderStatus.PARTIAL),
    취소: count(orderStatus.CANCELED),
  }
}
