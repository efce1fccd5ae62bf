'use client'

import { useEffect, useState } from 'react'
import type { ReauthWays } from '#lib/sns/queries.ts'
import { offerToAsk, type Proof } from '../chrome/reauth.ts'
import type { Given, ReauthDialog } from './reauth-dialog.tsx'

interface Question {
  readonly Dialog: typeof ReauthDialog
  readonly given: Given
}

/**
 * Asks for a proof when a call is refused for want of one: callApi waits for the answer and sends the call again. Stands
 * once on a page with such calls; the dialog itself is loaded at the first question.
 */
export function ReauthPrompt({ ways }: { readonly ways: ReauthWays }) {
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(
    () =>
      offerToAsk(async () => {
        const { ReauthDialog: Dialog } = await import('./reauth-dialog.tsx')
        return new Promise<Proof | null>((given) => setQuestion({ Dialog, given }))
      }),
    [],
  )
  if (!question) return null
  const { Dialog, given } = question
  const close: Given = (proof) => {
    given(proof)
    setQuestion(null)
  }
  return <Dialog ways={ways} onGiven={close} />
}
