import type { RoleName } from '#lib/members/labels.ts'

/** Permissions of each role, in words (docs/contract.md#staff). */
export const roleDuties: Readonly<Record<RoleName, string>> = {
  MEMBER: '운영 화면에 들어갈 수 없어요.',
  SUPPORT: '모든 내용을 보지만 바꾸지는 못해요.',
  MANAGER: '설정, 공급사, 운영자, 한도를 넘는 포인트 조정을 뺀 모든 일을 해요.',
  OWNER: '모든 일을 해요.',
}
