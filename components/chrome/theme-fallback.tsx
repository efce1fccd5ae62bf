'use client'

import { useEffect } from 'react'
import { readStoredText } from '../ui/stored-text.ts'
import { themeStorageKey } from './boot-script.ts'

/**
 * Sets the theme of a page on which the boot script hasn't run: React renders error pages in the browser, which doesn't
 * execute inline scripts that React inserts.
 */
export function ThemeFallback() {
  useEffect(() => {
    const { dataset } = document.documentElement
    if (dataset.theme) return
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const apply = () => {
      const system = dark.matches ? 'dark' : 'light'
      dataset.theme = readStoredText(themeStorageKey) || system
    }
    apply()
    dark.addEventListener('change', apply)
  }, [])
  return null
}
