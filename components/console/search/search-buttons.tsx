'use client'

import { Search } from 'lucide'
import { useEffect, useState } from 'react'
import { searchLabel } from '#lib/search/labels.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { KeyCap } from '../../ui/key-cap.tsx'
import { openSearchPalette } from './open-search.ts'

/** Button in the console's sidebar that opens the search over everything. */
export function SearchButton() {
  const [isMac, setMac] = useState(false)
  useEffect(() => setMac(/Mac|iPhone|iPad/.test(navigator.platform)), [])
  return (
    <button
      type="button"
      onClick={openSearchPalette}
      aria-keyshortcuts="Control+K Meta+K"
      className="mb-2 flex min-h-[38px] shrink-0 items-center gap-2 rounded-field border border-line bg-sunken px-2.5 py-1 text-left text-ink-2 hover:bg-line touch:min-h-11"
    >
      <Icon shape={Search} size={18} />
      {searchLabel}
      <span aria-hidden="true" className="ml-auto whitespace-nowrap">
        <KeyCap name={isMac ? '⌘K' : 'Ctrl K'} />
      </span>
    </button>
  )
}

/** Icon button in the bar at the top of narrow screens that opens the search over everything. */
export function SearchIconButton() {
  return (
    <IconButton label={searchLabel} onClick={openSearchPalette}>
      <Icon shape={Search} size={20} />
    </IconButton>
  )
}
