'use client'

import { snsLabels } from '#lib/sns/labels.ts'
import type { SnsLoginOption } from '#lib/sns/queries.ts'
import { RestrictionFacts } from '../sessions/restriction-facts.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { SnsButton } from './sns-button.tsx'
import { useSnsLogin } from './use-sns-login.ts'

interface SnsButtonsProps {
  readonly snsLogins: readonly SnsLoginOption[]
  /** Path to go to after a login. */
  readonly next: string
  /**
   * Selects the labels of the buttons, for a login or a sign-up. The buttons do the same in both cases: a person with
   * an account is logged in, a person without one goes to the sign-up.
   */
  readonly purpose: keyof typeof snsLabels
  /**
   * Called after a login, in place of going to `next`. If it is set, a person without an account isn't sent to the
   * sign-up.
   */
  readonly onLoggedIn?: (() => void) | undefined
}

/** A login button for each enabled SNS provider (Naver, Kakao), in the provider's colours. */
export function SnsButtons({ snsLogins, next, purpose, onLoggedIn }: SnsButtonsProps) {
  const { busy, restricted, logIn } = useSnsLogin(next, onLoggedIn)
  return (
    <div className="grid gap-2">
      {snsLogins.map((option) => (
        <SnsButton
          key={option.provider}
          provider={option.provider}
          label={snsLabels[purpose][option.provider]}
          busy={busy === option.provider}
          onClick={() => void logIn(option)}
        />
      ))}
      <FormAlert message={restricted?.message ?? null} />
      {restricted && <RestrictionFacts restriction={restricted.restriction} />}
    </div>
  )
}
