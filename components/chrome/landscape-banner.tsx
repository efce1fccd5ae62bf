'use client'

import { RotateCw, X } from 'lucide'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { landscapeBannerStorageKey } from './boot-script.ts'

/**
 * Hint above wide tables on a phone in portrait orientation. CSS shows the banner, and the boot script hides it if it
 * was dismissed. Both happen before the first paint, so that the layout doesn't shift. It isn't printed.
 */
export function LandscapeBanner() {
  const dismiss = () => {
    document.documentElement.dataset.landscape = 'off'
    try {
      localStorage.setItem(landscapeBannerStorageKey, 'off')
    } catch {
      // Without storage the banner is back on the next page load.
    }
  }
  return (
    <aside
      aria-label="화면 안내"
      className="hidden items-center gap-3 rounded-tile bg-main-soft print:hidden! py-2 pr-2 pl-4 text-s text-ink-2 in-data-[landscape=off]:hidden max-wide:portrait:not-in-data-[landscape=off]:flex"
    >
      <Icon shape={RotateCw} size={18} className="text-main-text" />
      <p className="flex-1">휴대전화를 가로로 돌리면 더 넓게 볼 수 있어요.</p>
      <IconButton label="가로 화면 안내 닫기" onClick={dismiss}>
        <Icon shape={X} size={18} />
      </IconButton>
    </aside>
  )
}
