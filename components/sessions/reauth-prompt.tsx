'use client'

import { useEffect, useState } from 'react'
import type { ReauthWays } from '#lib/sns/queries.ts'
import { type Proof, registerReauthPrompt } from '../chrome/reauth.ts'
import type { OnProof, ReauthDialog } from './reauth-dialog.tsx'

interface OpenQuestion {
  readonly Dialog: typeof ReauthDialog
  readonly given: OnProof
}

/**
 * Opens the dialog for a re-authentication when a call is refused for lack of one; callApi waits for it and repeats the
 * call.
 * Rendered once on each page with such calls; the dialog's code is loaded when it is first needed.
 */
export function ReauthPrompt({ ways }: { readonly ways: ReauthWays }) {
  const [question, setQuestion] = useState<OpenQuestion | null>(null)
  useEffect(
    () =>
      registerReauthPrompt(async () => {
        const { ReauthDialog: Dialog } = await import('./reauth-dialog.tsx')
        return new Promise<Proof | null>((given) => setQuestion({ Dialog, given }))
      }),
    [],
  )
  if (!question) return null
  const { Dialog, given } = question
  const close: OnProof = (proof) => {
    given(proof)
    setQuestion(null)
  }
  return <Dialog ways={ways} onGiven={close} />
}
