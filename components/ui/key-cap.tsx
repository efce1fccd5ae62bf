'use client'

import { useCharacterShortcuts } from './character-keys.ts'
import { cx } from './class-names.ts'

interface KeyCapProps {
  readonly name: string
  /** Whether the label is inside a button with the tone `main`. */
  readonly onMain?: boolean
  /** Whether the label is shown even on touch screens and while shortcuts of a single character are turned off. */
  readonly always?: boolean
}

/**
 * Label of a shortcut key. Unless `always` is set, it is hidden on touch screens, where devices rarely have a keyboard,
 * and while its shortcut is turned off.
 */
export function KeyCap({ name, onMain = false, always = false }: KeyCapProps) {
  const isOn = useCharacterShortcuts()
  if (!isOn && !always && name.length === 1) return null
  return (
    <kbd
      className={cx(
        'rounded-badge border border-b-2 px-[5px] py-[3px] font-mono text-s leading-none font-semibold',
        !always && 'touch:hidden',
        onMain ? 'border-current opacity-75' : 'border-line bg-card text-ink-3',
      )}
    >
      {name}
    </kbd>
  )
}
