/** Auto-order statuses as the contract numbers and spells them (spec 4). */
export const autoOrderStatus = { ACTIVE: 0, COMPLETED: 1, CANCLED: 2, PARTIAL: 3 } as const

export type AutoOrderStatus = (typeof autoOrderStatus)[keyof typeof autoOrderStatus]

/** On screen (decisions 7): PARTIAL is displayed as completed. */
export const autoOrderStatusLabels: Record<AutoOrderStatus, string> = { 0: '진행중', 1: '완료', 2: '취소', 3: '완료' }
