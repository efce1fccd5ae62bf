import type { SnsGap, SnsProvider } from './rules.ts'

export const snsProviderNames = { NAVER: '네이버', KAKAO: '카카오' } as const satisfies Record<SnsProvider, string>

/** Labels of the login and sign-up buttons, and titles of the screens that they open. */
export const snsLabels = {
  login: { NAVER: '네이버 로그인', KAKAO: '카카오 로그인' },
  register: { NAVER: '네이버 회원가입', KAKAO: '카카오 회원가입' },
} as const satisfies Record<string, Record<SnsProvider, string>>

/** Texts for staff on the settings page, about a value that a provider's login still lacks. */
export const snsGapTexts = {
  NAVER_CLIENT_ID: '네이버 Client ID 설정이 비어 있거나 잘못됐어요.',
  NAVER_CLIENT_SECRET: '서버 환경변수 NAVER_CLIENT_SECRET이 비어 있어요.',
  NAVER_REDIRECT: '네이버 Redirect URL은 이 쇼핑몰의 /auth/naver 주소여야 해요. 비워 두면 알맞은 주소를 써요.',
  KAKAO_KEY: '카카오 앱 키 설정이 비어 있거나 잘못됐어요.',
  KAKAO_APP_ID: '서버 환경변수 KAKAO_APP_ID가 비어 있어요.',
} as const satisfies Record<SnsGap, string>

/** Texts on the settings page about the state of the logins by Naver and Kakao. */
export const snsStateTexts = {
  title: '네이버·카카오 로그인 상태',
  off: '꺼짐',
  hidden: '버튼 숨김',
  ready: '버튼 표시',
  offHint: '꺼져 있어요. 켜면 로그인과 회원가입 화면에 버튼이 나와요.',
  hiddenHint: '켜져 있지만 아래 항목이 준비되지 않아 버튼이 보이지 않아요.',
  readyHint: '로그인과 회원가입 화면에 버튼이 나와요.',
  redirect: '개발자 센터에 등록할 Redirect URI',
  check: '연결 확인',
} as const

/** Messages after staff have checked a provider's keys. */
export const snsCheckTexts = {
  missing: '빠진 항목이 있어요. 먼저 채워 주세요.',
  works: (provider: SnsProvider) => `${snsProviderNames[provider]}가 키를 확인했어요. 로그인할 수 있어요.`,
  refused: (provider: SnsProvider) =>
    `${snsProviderNames[provider]}가 키를 받아들이지 않았어요. 개발자 센터의 키와 Redirect URI를 다시 확인해 주세요.`,
  down: (provider: SnsProvider) => `${snsProviderNames[provider]}에 연결하지 못했어요. 잠시 후 다시 확인해 주세요.`,
  failed: '확인하지 못했어요. 잠시 후 다시 눌러 주세요.',
} as const
