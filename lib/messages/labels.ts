export const channels = ['EMAIL', 'SMS'] as const

export type Channel = (typeof channels)[number]

/** SENDING: claimed by a worker. EXPIRED: never sent, because its code or link had stopped working. */
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
