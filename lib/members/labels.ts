/** On screen, for staff (decisions 1, 6). */
export const roleLabels = { MEMBER: '회원', SUPPORT: '상담원', MANAGER: '관리자', OWNER: '대표' } as const

export type RoleName = keyof typeof roleLabels
