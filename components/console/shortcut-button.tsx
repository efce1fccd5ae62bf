'use client'

import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'
import { useCharacterKeys } from '../ui/character-keys.ts'
import { KeyCap } from '../ui/key-cap.tsx'

interface ShortcutButtonProps extends ComponentProps<typeof Button> {
  /** The character, in lower case, that does the same; null if none does. */
  readonly shortcut: string | null
}

/** A button that names the single character that does the same, unless such shortcuts are turned off on this device. */
export function ShortcutButton({ shortcut, children, ...rest }: ShortcutButtonProps) {
  const isOn = useCharacterKeys()
  return (
    <Button {...rest} aria-keyshortcuts={isOn && shortcut ? shortcut : undefined}>
      {children} {shortcut && <KeyCap name={shortcut.toUpperCase()} onMain={rest.tone === 'main'} />}
    </Button>
  )
}
