import type { SnsProvider } from '#lib/sns/rules.ts'
import { cx } from '../ui/class-names.ts'
import { SnsLogo } from './sns-logo.tsx'

const providerBackgrounds = {
  NAVER: 'bg-naver hover:bg-naver-hover',
  KAKAO: 'bg-kakao hover:bg-kakao-hover',
} as const satisfies Record<SnsProvider, string>

interface SnsButtonProps {
  readonly provider: SnsProvider
  readonly label: string
  readonly busy: boolean
  readonly onClick: () => void
}

/** Button in the colours of an SNS provider, Naver or Kakao. */
export const SnsButton = ({ provider, label, busy, onClick }: SnsButtonProps) => (
  <button
    type="button"
    aria-busy={busy || undefined}
    onClick={onClick}
    className={cx(
      'flex min-h-12 items-center justify-center gap-2 rounded-field px-4 font-semibold text-on-sns transition-colors duration-150',
      'aria-busy:cursor-progress aria-busy:opacity-60',
      providerBackgrounds[provider],
    )}
  >
    <SnsLogo provider={provider} />
    {label}
  </button>
)
