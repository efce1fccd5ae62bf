'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { loginDialogTexts } from '#lib/sessions/labels.ts'
import type { ReauthWays } from '#lib/sns/queries.ts'
import { registerLoginPrompt } from '../chrome/login-in-place.ts'
import { toastOnNextPage } from '../ui/toast-store.ts'
import type { LoginDialog } from './login-dialog.tsx'

interface OpenLogin {
  readonly Dialog: typeof LoginDialog
  readonly onAnswer: (isLoggedIn: boolean) => void
}

/** Login id of the member who is signed in now, perhaps in another tab; null if nobody is. */
async function currentLoginId(): Promise<string | null> {
  try {
    const response = await fetch('/auth/profile')
    return response.ok ? ((await response.json()) as { id: string }).id : null
  } catch {
    return null
  }
}

/**
 * Opens a login dialog over the page when a call finds that the session has ended. Typed input isn't lost, and the call
 * is sent again after the same member (`loginId`) has signed in. If another member signs in, the page is reloaded,
 * because it shows data of `loginId`. Render this once on a page with forms; the dialog's code is loaded when needed.
 */
export function InPlaceLogin({ loginId, ways }: { readonly loginId: string; readonly ways: ReauthWays }) {
  const router = useRouter()
  const [login, setLogin] = useState<OpenLogin | null>(null)
  useEffect(
    () =>
      registerLoginPrompt(async () => {
        const { LoginDialog: Dialog } = await import('./login-dialog.tsx')
        return new Promise<boolean>((onAnswer) => setLogin({ Dialog, onAnswer }))
      }),
    [],
  )
  if (!login) return null
  const { Dialog, onAnswer } = login
  const finish = (isLoggedIn: boolean) => {
    setLogin(null)
    onAnswer(isLoggedIn)
  }
  const onLoggedIn = async () => {
    if ((await currentLoginId()) !== loginId) {
      toastOnNextPage(loginDialogTexts.otherAccount)
      return location.reload()
    }
    finish(true)
    router.refresh()
  }
  return (
    <Dialog
      text={loginDialogTexts.sessionEnded}
      ways={ways}
      next="/order"
      inPlace={{ loginId, onLoggedIn: () => void onLoggedIn() }}
      onClose={() => finish(false)}
    />
  )
}
