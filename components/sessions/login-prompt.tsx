'use client'

import { useEffect, useState } from 'react'
import { loginDialogTexts } from '#lib/sessions/labels.ts'
import type { SnsLoginOption } from '#lib/sns/queries.ts'
import type { LoginDialog } from './login-dialog.tsx'
import { takeOpenLoginMark } from './open-login-mark.ts'
import { safeReturnPath } from './safe-return-path.ts'

interface OpenLogin {
  readonly Dialog: typeof LoginDialog
  readonly next: string
  readonly text: string
}

interface LoginPromptProps {
  readonly snsLogins: readonly SnsLoginOption[]
  /** Sentence of the dialog for a person who was redirected from a page for members. */
  readonly text: string
}

/**
 * Opens the login dialog over the order screen, for a person who isn't signed in and was redirected there from a page
 * for members, or has just set a new password (docs/product.md#login). The dialog's code is loaded only when it opens.
 */
export function LoginPrompt({ snsLogins, text: why }: LoginPromptProps) {
  const [login, setLogin] = useState<OpenLogin | null>(null)
  useEffect(() => {
    // Reloads the page if the top bar still shows a member, because his session has ended: a navigation within the app
    // doesn't render the top bar again.
    if (document.querySelector('[href="/logout"]')) return location.reload()
    const next = new URLSearchParams(location.search).get('next')
    const isAfterReset = takeOpenLoginMark()
    if (next === null && !isAfterReset) return
    const text = isAfterReset ? loginDialogTexts.afterReset : why
    void import('./login-dialog.tsx').then(({ LoginDialog: Dialog }) =>
      setLogin({ Dialog, next: safeReturnPath(next), text }),
    )
  }, [why])
  if (!login) return null
  const { Dialog, next, text } = login
  const close = () => {
    setLogin(null)
    removeNextFromUrl()
  }
  return <Dialog text={text} ways={{ password: true, snsLogins: [...snsLogins] }} next={next} onClose={close} />
}

/** Removes `next` from the URL, so that a reload doesn't open the closed login dialog again. */
function removeNextFromUrl() {
  const url = new URL(location.href)
  url.searchParams.delete('next')
  history.replaceState(null, '', url)
}
