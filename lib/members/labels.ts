import type { Restriction } from './restriction/rules.ts'

/** Labels of roles in the console (docs/contract.md#staff). */
export const roleLabels = { MEMBER: '회원', SUPPORT: '상담원', MANAGER: '관리자', OWNER: '대표' } as const

export type RoleName = keyof typeof roleLabels

/** Labels of the levels of docs/contract.md#restrictions in the console. */
export const restrictionLabels: Record<Restriction['restriction'], string> = {
  NORMAL: '정상',
  WARNED: '경고',
  SUSPENDED: '일시 정지',
  BANNED: '영구 정지',
}

/** Exported file of the list: its name, and the column headings by field of a row. */
export const memberSheet = {
  name: '회원',
  heads: {
    memberNo: '회원 번호',
    memberId: '아이디',
    email: '이메일',
    phone: '휴대전화',
    role: ['역할', roleLabels],
    point: '잔액',
    restriction: ['이용 제한', restrictionLabels],
    restrictedUntil: '제한 종료',
    memo: '메모',
    createdAt: '가입 시각',
    lastLoginAt: '마지막 로그인',
    deletedAt: '탈퇴 시각',
  },
} as const
