import type { Restriction } from './restriction/rules.ts'

/** Labels of roles in the console (docs/contract.md#staff). */
export const roleLabels = { MEMBER: '회원', SUPPORT: '상담원', MANAGER: '관리자', OWNER: '대표' } as const

/** Texts of the agreement at the end of the sign-up forms, and the legal texts that it links to. */
export const signUpLabels = {
  agreement: '약관 동의',
  /** Mark beside the agreement's checkbox, outside its accessible name. */
  required: '(필수)',
  agreedTexts: [
    { href: '/terms/service', text: '이용약관' },
    { href: '/terms/privacy', text: '개인정보 처리방침' },
  ],
} as const

/** Labels of a member's agreements in the console, by the kind of the legal text. */
export const agreementLabels = { service: '이용약관 동의', privacy: '개인정보 처리방침 동의' } as const

/** Text for the version of a legal text that a member agreed to: its effective date. */
export const agreedVersionText = (since: string): string => `${since} 시행본`

export type RoleName = keyof typeof roleLabels

/** Labels of the levels of restriction in the console (docs/contract.md#restrictions). */
export const restrictionLabels: Record<Restriction['restriction'], string> = {
  NORMAL: '정상',
  WARNED: '경고',
  SUSPENDED: '일시 정지',
  BANNED: '영구 정지',
}

/** Effect of each level of restriction on a member, shown to staff before they set the level. */
export const restrictionEffects: Record<Restriction['restriction'], string> = {
  NORMAL: '제한을 풀어요. 바로 로그인하고 주문할 수 있어요.',
  WARNED: '표시만 남고 쓰는 데는 제한이 없어요.',
  SUSPENDED:
    '로그인과 API가 바로 막히고, 끝나는 시각이 되면 저절로 풀려요. 이미 접수된 주문과 자동주문은 계속 진행돼요.',
  BANNED: '로그인과 API가 바로, 계속 막혀요. 이미 접수된 주문과 자동주문은 계속 진행돼요.',
}

/** Lengths of a suspension offered to staff, in days. For CUSTOM staff enter the end; OPEN has no end. */
export const suspensionTerms = ['1', '3', '7', '30', 'CUSTOM', 'OPEN'] as const

/** Length of a suspension: a number of days, CUSTOM for an end that staff enter, OPEN for no end. */
export type SuspensionTerm = (typeof suspensionTerms)[number]

export const suspensionTermLabels: Readonly<Record<SuspensionTerm, string>> = {
  1: '1일',
  3: '3일',
  7: '7일',
  30: '30일',
  CUSTOM: '직접 정하기',
  OPEN: '풀 때까지',
}

/** Facts about a member's restriction, which he reads at login. */
export interface RestrictionNotice {
  readonly level: string
  /** End of a suspension in ISO 8601; absent if staff have to lift it. */
  readonly until?: string | undefined
  readonly reason?: string | undefined
  /** Telephone number of the shop, and the URL of its chat. */
  readonly phone?: string | undefined
  readonly chat?: string | undefined
}

/** Labels of the facts that a restricted member reads at login. */
export const restrictionFactLabels = {
  until: '기간',
  reason: '사유',
  contact: '문의',
  chat: '카카오톡으로 문의하기',
} as const

/** Text for the end of a restriction; `until` is already formatted, in Seoul time. */
export const restrictionEndText = (level: string, until: string | null): string => {
  if (level === 'BANNED') return '영구 정지'
  return until ? `${until}까지` : '운영자가 풀 때까지'
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
    restrictionReason: '제한 사유',
    memo: '메모',
    createdAt: '가입 시각',
    lastLoginAt: '마지막 로그인',
    deletedAt: '탈퇴 시각',
  },
} as const
