export const pendingChangeKinds = ['SETTING', 'ROLE', 'PROVIDER', 'CONNECTION'] as const

/**
 * Kinds of pending changes, by what they change: a setting, a member's role, a provider's address and key, or a
 * connection.
 */
export type PendingChangeKind = (typeof pendingChangeKinds)[number]

export const pendingChangeKindLabels: Record<PendingChangeKind, string> = {
  SETTING: '설정',
  ROLE: '권한',
  PROVIDER: '공급사',
  CONNECTION: '연동',
}

/**
 * States of a pending change. WITHDRAWN: the OWNER who requested it stopped it. REFUSED: another OWNER stopped it.
 * REPLACED: a newer change of the same subject replaced it. OUTDATED: it could not be applied any more.
 */
export const pendingChangeStates = ['WAITING', 'APPLIED', 'WITHDRAWN', 'REFUSED', 'REPLACED', 'OUTDATED'] as const

export type PendingChangeState = (typeof pendingChangeStates)[number]

export const pendingChangeStateLabels: Record<PendingChangeState, string> = {
  WAITING: '적용 대기',
  APPLIED: '적용됨',
  WITHDRAWN: '철회됨',
  REFUSED: '거절됨',
  REPLACED: '새 변경으로 바뀜',
  OUTDATED: '적용할 수 없어 취소됨',
}

/** Notice for an OWNER without an e-mail address, to whom changes that wait can't be mailed. */
export const ownerWithoutEmailText =
  '이메일이 없어 계좌번호나 권한 같은 중요한 변경이 요청돼도 알려 드릴 수 없어요. 이메일을 등록해 주세요.'

/**
 * Text that tells the OWNER who decided on a change what became of it. `name`: name of the setting, member, provider or
 * connection.
 */
export function decidedChangeText(name: string, state: PendingChangeState): string {
  if (state === 'APPLIED') return `${name} 변경을 적용했어요.`
  if (state === 'OUTDATED') return `${name} 변경을 적용하지 못했어요. 그사이 값이나 요청한 대표의 권한이 바뀌었어요.`
  return `${name} 변경을 멈췄어요.`
}
