'use client'

import { useEffect, useRef } from 'react'
import { loginDialogTexts } from '#lib/sessions/labels.ts'
import type { ReauthWays } from '#lib/sns/queries.ts'
import { LoginHelpLinks } from '../accounts/login-help-links.tsx'
import { AlternativesBelowForm } from '../sns/alternatives-below-form.tsx'
import { SnsButtons } from '../sns/sns-buttons.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LoginForm } from './login-form.tsx'
import { LoginSteps } from './login-steps.tsx'
import { registerPath } from './safe-return-path.ts'

interface LoginDialogProps {
  /** Sentence that explains why the login has opened, such as that the session has ended. */
  readonly text: string
  /** Ways to sign in that the dialog offers. */
  readonly ways: ReauthWays
  /** Path to go to after the login. */
  readonly next: string
  /**
   * Set if the login replaces the ended session of the member `loginId` and the page stays open. The password form then
   * accepts only this member.
   */
  readonly inPlace?: { readonly loginId: string; readonly onLoggedIn: () => void }
  readonly onClose: () => void
}

/**
 * Login dialog over a page, for people who aren't signed in, and for members whose session has ended
 * (docs/product.md#login).
 */
export function LoginDialog({ text, ways, next, inPlace, onClose }: LoginDialogProps) {
  const content = useRef<HTMLDivElement>(null)
  // The dialog focuses its first field, the login id. If that is filled in, focuses the password instead.
  useEffect(() => {
    const [id, password] = ['id', 'password'].map((name) =>
      content.current?.querySelector<HTMLInputElement>(`input[name=${name}]`),
    )
    if (id?.value) password?.focus()
  }, [])
  const onLoggedIn = inPlace?.onLoggedIn
  return (
    <Dialog open onClose={onClose} title={loginDialogTexts.title}>
      <div ref={content} data-covers className="grid gap-4">
        <LoginSteps next={next} onLoggedIn={onLoggedIn}>
          <p className="text-ink-2">{text}</p>
          {ways.password && <LoginForm next={next} fixedId={inPlace?.loginId} onLoggedIn={onLoggedIn} />}
          {ways.snsLogins.length > 0 && (
            <AlternativesBelowForm>
              <SnsButtons snsLogins={ways.snsLogins} next={next} purpose="login" onLoggedIn={onLoggedIn} />
            </AlternativesBelowForm>
          )}
          {!inPlace && (
            <div className="grid gap-2">
              <ButtonLink href={registerPath(next)}>{loginDialogTexts.register}</ButtonLink>
              <LoginHelpLinks here="/login" />
            </div>
          )}
        </LoginSteps>
      </div>
    </Dialog>
  )
}
