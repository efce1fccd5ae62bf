'use client'

import { useState } from 'react'
import { KeyHelp, pageKeyHelp } from './key-help.tsx'
import { useKeyHelp } from './use-key-help.ts'

/** Key help of the pages without a list, rendered once in the layout of the console. Lists render their own. */
export function KeyHelpWithoutList() {
  const [open, setOpen] = useState(false)
  useKeyHelp('window', () => setOpen(true))
  return open && <KeyHelp lines={pageKeyHelp} onClose={() => setOpen(false)} />
}
