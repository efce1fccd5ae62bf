export const channels = ['EMAIL', 'SMS'] as const

export type Channel = (typeof channels)[number]

/** SENDING has been taken by a worker; EXPIRED was never sent, as its code or link had stopped working. */
export const messageStatuses = ['PENDING', 'SENDING', 'SENT', 'FAILED', 'EXPIRED'] as const

export type MessageStatus = (typeof messageStatuses)[number]
