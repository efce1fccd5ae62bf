export const channels = ['EMAIL', 'SMS'] as const

export type Channel = (typeof channels)[number]

/** SENDING has been taken by a worker; EXPIRED was never sent, as its code or link had stopped working. */
export const messageStatuses = ['PENDING', 'SENDING', 'SENT', 'FAILED', 'EXPIRED'] as const

export type MessageStatus = (typeof messageStatuses)[number]

export const channelLabels: Record<Channel, string> = { EMAIL: '이메일', SMS: '문자' }

export const messageStatusLabels: Record<MessageStatus, string> = {
  PENDING: '대기',
  SENDING: '보내는 중',
  SENT: '보냄',
  FAILED: '실패',
  EXPIRED: '만료',
}

/** What can need a person, in the order of how much it hurts to wait; lib/tasks/labels.ts says what to do about each. */
export const taskKinds = [
  'BOOKS',
  'DELIVERY_UNKNOWN',
  'DELIVERY_TWICE',
  'DELIVERY_LATE',
  'DELIVERY_REFUSED',
  'DELIVERY_UNCLEAR',
  'ORDER_STUCK',
  'AUTO_HELD',
  'APPROVAL',
  'ADJUSTMENT',
  'PENDING_CHANGE',
  'CHARGE_REVERSAL',
  'REFERRAL_REWARD',
  'DEPOSIT_DIFFERS',
  'DEPOSIT',
  'CHARGE_NAMES',
  'PROVIDER_DOWN',
  'PROVIDER_FUNDS',
  'PROVIDER_BALANCE',
  'SERVICE_LIST',
  'SERVICE_GONE',
  'OUTBOX',
  'DORMANT',
] as const

export type TaskKind = (typeof taskKinds)[number]
