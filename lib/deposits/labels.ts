export const depositStatuses = ['WAITING', 'MATCHED', 'SPLIT', 'RETURNED'] as const

export type DepositStatus = (typeof depositStatuses)[number]
