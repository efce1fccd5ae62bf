export const taskActions = ['done', 'sent', 'not-sent', 'retry', 'cancel', 'apply'] as const

export type TaskAction = (typeof taskActions)[number]
