import type { SnsProvider } from './rules.ts'

export const providerNames = { NAVER: '네이버', KAKAO: '카카오' } as const satisfies Record<SnsProvider, string>

/** Labels of the buttons and titles of the screens they open. */
export const snsLabels = {
  login: { NAVER: '네이버 로그인', KAKAO: '카카오 로그인' },
  register: { NAVER: '네이버 회원가입', KAKAO: '카카오 회원가입' },
} as const satisfies Record<string, Record<SnsProvider, string>>
