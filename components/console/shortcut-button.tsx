'use client'

import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'
import { useCharacterShortcuts } from '../ui/character-keys.ts'
import { KeyCap } from '../ui/key-cap.tsx'

interface ShortcutButtonProps extends ComponentProps<typeof Button> {
  /** The key that does the same as the button, as a lower-case character; null if there is none. */
  readonly shortcut: string | null
}

/** A button that shows its shortcut, unless shortcuts of a single character are turned off on this device. */
export function ShortcutButton({ shortcut, children, ...rest }: ShortcutButtonProps) {
  const isOn = useCharacterShortcuts()
  return (
    <Button {...rest} aria-keyshortcuts={isOn && shortcut ? shortcut : undefined}>
      {children} {shortcut && <KeyCap name={shortcut.toUpperCase()} onMain={rest.tone === 'main'} />}
    </Button>
  )
}
