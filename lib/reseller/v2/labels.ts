/** Names of the order statuses in API v2 (docs/contract.md#api-v2). */
export const v2Statuses = {
  0: 'Pending',
  1: 'In progress',
  2: 'Completed',
  3: 'Partial',
  4: 'Processing',
  5: 'Canceled',
} as const

export type V2Status = (typeof v2Statuses)[keyof typeof v2Statuses]

/** Currency of all amounts in API v2: won. */
export const CURRENCY = 'KRW' as const
