export const changeKinds = ['SETTING', 'ROLE', 'PROVIDER'] as const

/** Kinds of pending changes: a setting, a member's role, a provider's address and key. */
export type ChangeKind = (typeof changeKinds)[number]

export const changeKindLabels: Record<ChangeKind, string> = { SETTING: '설정', ROLE: '권한', PROVIDER: '공급사' }

export const changeStates = ['WAITING', 'APPLIED', 'WITHDRAWN', 'REFUSED', 'REPLACED', 'OUTDATED'] as const

export type ChangeState = (typeof changeStates)[number]

export const changeStateLabels: Record<ChangeState, string> = {
  WAITING: '적용 대기',
  APPLIED: '적용됨',
  WITHDRAWN: '철회됨',
  REFUSED: '거절됨',
  REPLACED: '새 변경으로 바뀜',
  OUTDATED: '그사이 값이 바뀌어 취소됨',
}
