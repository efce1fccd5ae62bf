import { ExternalLink, LogOut } from 'lucide'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { type RoleName, roleLabels } from '#lib/members/labels.ts'
import type { ReauthWays } from '#lib/sns/queries.ts'
import type { SavedFilter } from '#lib/staff/schema.ts'
import { MenuSheet } from '../chrome/menu-sheet.tsx'
import { ThemeToggle } from '../chrome/theme-toggle.tsx'
import { InPlaceLogin } from '../sessions/in-place-login.tsx'
import { ReauthPrompt } from '../sessions/reauth-prompt.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconLink, iconButtonClass } from '../ui/icon-button.tsx'
import { LeaveDialog } from '../ui/unsaved.tsx'
import { KeyHelpButton } from './key-help.tsx'
import { KeyHelpWithoutList } from './key-help-without-list.tsx'
import { type PageCounts, PageMenu } from './page-menu.tsx'
import { SavedFiltersProvider } from './saved-filters.tsx'
import { SearchButton, SearchIconButton } from './search/search-buttons.tsx'
import { SearchPalette } from './search/search-palette.tsx'
import { ShortcutGate } from './shortcut-gate.tsx'
import { UndoBar } from './undo-bar.tsx'

interface ShellProps {
  /** Name of the shop. */
  readonly company: string
  readonly staff: { readonly id: string; readonly role: RoleName }
  readonly counts: PageCounts
  readonly filters: readonly SavedFilter[]
  readonly reauthWays: ReauthWays
  readonly children: ReactNode
}

/** Layout of the console (/admin). Its menu shows how many items wait on each page; below 901px the menu is a sheet. */
export function ConsoleShell({ company, staff, counts, filters, reauthWays, children }: ShellProps) {
  return (
    <div className="min-h-dvh console:grid console:grid-cols-[216px_minmax(0,1fr)]">
      <header className="sticky top-0 z-40 -mr-(--safe-right) -ml-(--safe-left) flex min-h-[60px] flex-wrap items-center gap-x-3 border-b border-line bg-card py-1 pr-[calc(16px+var(--safe-right))] pl-[calc(16px+var(--safe-left))] cramped:static console:hidden">
        <ShopBrand company={company} />
        <div className="ml-auto flex flex-wrap items-center justify-end gap-3">
          <SearchIconButton />
          <ThemeToggle />
          <MenuSheet>
            <PageMenu counts={counts} />
            <StaffFooter staff={staff} />
          </MenuSheet>
        </div>
      </header>
      <aside className="sticky top-0 hidden h-dvh flex-col overflow-y-auto border-r border-line bg-card px-3 py-4 console:flex">
        <ShopBrand company={company} className="px-2.5 pt-1 pb-3.5" />
        <SearchButton />
        <PageMenu counts={counts} />
        <StaffFooter staff={staff} inSidebar />
      </aside>
      <main id="main" className="grid grid-cols-1 content-start gap-4 p-4 console:px-7 console:py-6">
        <SavedFiltersProvider filters={filters}>{children}</SavedFiltersProvider>
      </main>
      <ShortcutGate />
      <KeyHelpWithoutList />
      <UndoBar />
      {/* Modal dialogs. The last opened one is on top: a login that is required during a search covers the search. */}
      <SearchPalette staff={staff} />
      <ReauthPrompt ways={reauthWays} />
      <InPlaceLogin loginId={staff.id} ways={reauthWays} />
      <LeaveDialog />
    </div>
  )
}

function ShopBrand({ company, className = '' }: { readonly company: string; readonly className?: string }) {
  return (
    <Link
      href="/admin"
      prefetch={false}
      className={`text-l font-extrabold tracking-tight text-main-text no-underline ${className}`}
    >
      {company} 운영
    </Link>
  )
}

function StaffFooter({ staff, inSidebar = false }: Pick<ShellProps, 'staff'> & { readonly inSidebar?: boolean }) {
  return (
    <div className="mt-auto grid gap-2 px-2.5 pt-6">
      {inSidebar && <KeyHelpButton />}
      <p className="text-s text-ink-3">
        <b className="font-semibold text-ink-2">{staff.id}</b> · {roleLabels[staff.role]}
      </p>
      <div className="flex gap-2">
        {inSidebar && <ThemeToggle />}
        <IconLink href="/order" label="상점으로">
          <Icon shape={ExternalLink} size={18} />
        </IconLink>
        <a href="/logout" aria-label="로그아웃" title="로그아웃" className={iconButtonClass}>
          <Icon shape={LogOut} size={18} />
        </a>
      </div>
    </div>
  )
}
