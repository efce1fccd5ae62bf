import { type RoleName, roleLabels } from '#lib/members/labels.ts'

/** Permissions of each role, as staff read them (docs/contract.md#staff). */
export const rolePermissionTexts: Readonly<Record<RoleName, string>> = {
  MEMBER: '운영 화면에 들어갈 수 없어요.',
  SUPPORT: '모든 내용을 보지만 바꾸지는 못해요.',
  MANAGER: '설정, 공급사, 운영자, 한도를 넘는 포인트 조정을 뺀 모든 것을 바꿀 수 있어요.',
  OWNER: '모든 것을 바꿀 수 있어요.',
}

/** Name of a role with the Korean particle for "to". */
const toRole = (role: RoleName): string =>
  `${roleLabels[role]}${role === 'SUPPORT' || role === 'MEMBER' ? '으로' : '로'}`

/** Toast after a member's role was changed. */
export const roleChangedText = (memberId: string, role: RoleName): string =>
  role === 'MEMBER' ? `${memberId} 님을 운영자에서 뺐어요.` : `${memberId} 님을 ${toRole(role)} 지정했어요.`
/** Toast after staff requested a change of role, which takes effect at the time `at`. */
export const roleWillChangeText = (memberId: string, role: RoleName, at: string): string =>
  `${memberId} 님의 권한은 ${at}에 ${toRole(role)} 바뀌어요.`
