import type { SnsProvider } from '#lib/sns/rules.ts'

const logoPaths = {
  NAVER: 'M5 4h4.7l4.6 6.7V4H19v16h-4.7l-4.6-6.7V20H5z',
  KAKAO: 'M12 4c-5 0-9 3.1-9 7 0 2.5 1.7 4.7 4.2 5.9l-.9 3.3c-.1.4.3.7.6.5l3.9-2.6 1.2.1c5 0 9-3.2 9-7.2s-4-7-9-7z',
} as const satisfies Record<SnsProvider, string>

/** The logo of Naver or Kakao, in the text colour. */
export const SnsLogo = ({ provider }: { readonly provider: SnsProvider }) => (
  <svg viewBox="0 0 24 24" width="18" height="18" fill="currentColor" aria-hidden="true">
    <path d={logoPaths[provider]} />
  </svg>
)
