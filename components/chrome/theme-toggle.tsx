'use client'

import { Moon, Sun } from 'lucide'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { themeStorageKey } from './boot-script.ts'

/** Switches between light and dark; the choice is stored on this device. */
export function ThemeToggle({ className }: { readonly className?: string }) {
  const change = () => {
    const { dataset } = document.documentElement
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark'
    try {
      localStorage.setItem(themeStorageKey, dataset.theme)
    } catch {
      // Without storage the choice lasts until the next page load.
    }
  }
  return (
    <IconButton label="테마 변경" onClick={change} className={className}>
      <Icon shape={Moon} size={18} className="dark:hidden" />
      <Icon shape={Sun} size={18} className="hidden dark:block" />
    </IconButton>
  )
}
