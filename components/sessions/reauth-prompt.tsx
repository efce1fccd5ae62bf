'use client'

import { useEffect, useState } from 'react'
import { pageConnectionTexts } from '#lib/sessions/labels.ts'
import type { ReauthWays } from '#lib/sns/queries.ts'
import { type ReauthProof, registerReauthPrompt } from '../chrome/reauth.ts'
import { toast } from '../ui/toast-store.ts'
import type { OnProof, ReauthDialog } from './reauth-dialog.tsx'

interface OpenDialog {
  readonly Dialog: typeof ReauthDialog
  readonly onProof: OnProof
}

/**
 * Opens the re-authentication dialog when a call is refused because it needs a recent re-authentication. `callApi`
 * waits for the proof and repeats the call. Render this once on each page with such calls; the dialog's code is loaded
 * when first needed.
 */
export function ReauthPrompt({ ways }: { readonly ways: ReauthWays }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  useEffect(
    () =>
      registerReauthPrompt(async () => {
        const loaded = await import('./reauth-dialog.tsx').catch(() => null)
        // The dialog's code couldn't be loaded. An upgrade of the shop has probably replaced the code of this page.
        if (!loaded) {
          toast(pageConnectionTexts.outdated, { tone: 'bad' })
          return null
        }
        return new Promise<ReauthProof | null>((onProof) => setOpenDialog({ Dialog: loaded.ReauthDialog, onProof }))
      }),
    [],
  )
  if (!openDialog) return null
  const { Dialog, onProof } = openDialog
  const close: OnProof = (proof) => {
    onProof(proof)
    setOpenDialog(null)
  }
  return <Dialog ways={ways} onProof={close} />
}
