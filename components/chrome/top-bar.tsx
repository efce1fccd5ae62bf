'use client'

import { CodeXml, LayoutDashboard, LogOut, UserRound } from 'lucide'
import Link from 'next/link'
import { buttonClass } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { IconLink, iconButtonClass } from '../ui/icon-button.tsx'
import { LeaveGuestModeLink, StartGuestModeButton } from './guest-links.tsx'
import {
  accountItem,
  apiItem,
  chargeItem,
  consoleItem,
  loginItem,
  logoutItem,
  memberMenu,
  registerItem,
} from './menu.ts'
import { MenuSheet } from './menu-sheet.tsx'
import { MenuSheetContent } from './menu-sheet-content.tsx'
import { NavLink } from './nav-link.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { type BarSettings, type ChromeViewer, shownProfile } from './viewer.ts'

const navLinkClass =
  'rounded-field px-3 py-2 text-ink-2 no-underline transition-colors duration-150 hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-semibold aria-[current=page]:text-ink'
const badgeLinkClass =
  'relative rounded-full bg-main-soft px-2.5 py-[5px] text-s font-semibold whitespace-nowrap text-main-text no-underline after:absolute after:-inset-2 hover:bg-main hover:text-on-main'

/**
 * The bar at the top of every screen, 60px high and sticky. Below 1280px a hamburger button opens its menu as a sheet.
 * Large text may wrap it to a second line. In a cramped window (app/globals.css) it scrolls away with the page. As a Client
 * Component the bar adds one element to the payload of a page, instead of fifty
 * (docs/scale.md#pages-what-a-signed-in-one-costs).
 */
export function TopBar({ viewer, settings }: { readonly viewer: ChromeViewer; readonly settings: BarSettings }) {
  return (
    <header className="sticky top-0 z-40 -mr-(--safe-right) -ml-(--safe-left) cramped:static border-b border-line bg-card pr-(--safe-right) pl-(--safe-left)">
      <div className="mx-auto flex min-h-[59px] max-w-shop flex-wrap items-center gap-x-3 px-4 py-1 wide:px-6 split:gap-x-7">
        <Link
          href={viewer.kind === 'visitor' ? '/' : '/order'}
          prefetch={false}
          className="max-w-max grow basis-16 truncate text-l font-extrabold tracking-tight text-main-text no-underline"
        >
          {settings.FOOTER_COMPANY}
        </Link>
        {viewer.kind !== 'visitor' && (
          <nav aria-label="주 메뉴" className="hidden gap-1 whitespace-nowrap split:flex">
            {memberMenu(settings).map((item) => (
              <NavLink key={item.href} href={item.href} className={navLinkClass}>
                {item.label}
              </NavLink>
            ))}
          </nav>
        )}
        <div className="ml-auto flex flex-wrap items-center justify-end gap-x-3 whitespace-nowrap">
          <Balance viewer={viewer} />
          <SessionLinks viewer={viewer} />
          <ThemeToggle />
          <MenuSheet className="split:hidden">
            <MenuSheetContent viewer={viewer} settings={settings} />
          </MenuSheet>
        </div>
      </div>
    </header>
  )
}

function Balance({ viewer }: { readonly viewer: ChromeViewer }) {
  const profile = shownProfile(viewer)
  if (!profile) return null
  return (
    <>
      {viewer.kind === 'guest' && <span className="hidden text-s text-ink-3 split:inline">{profile.id}</span>}
      <b className="font-semibold tabular-nums" data-testid="balance">
        {profile.point}
      </b>
      <Link href={chargeItem.href} prefetch={false} className={badgeLinkClass}>
        {chargeItem.label}
      </Link>
    </>
  )
}

/**
 * Links for each kind of viewer:
 * - neither signed in nor a guest (`visitor`): guest mode (둘러보기), sign in, sign up
 * - guest: account, sign in, sign up
 * - member: the console (staff) or the API page (others), account, sign out Below 1280px the bar shows only the sign-in
 *   link of a `visitor`; all other links are in the menu sheet.
 */
function SessionLinks({ viewer }: { readonly viewer: ChromeViewer }) {
  if (viewer.kind === 'visitor')
    return (
      <>
        <StartGuestModeButton size="s" tone="soft" className="max-split:hidden" />
        <Link
          href={loginItem.href}
          prefetch={false}
          className={cx(buttonClass({ size: 's', tone: 'plain' }), 'in-[body:has(:popover-open)]:max-split:invisible')}
        >
          {loginItem.label}
        </Link>
        <Link
          href={registerItem.href}
          prefetch={false}
          className={cx(buttonClass({ size: 's', tone: 'tint' }), 'max-split:hidden')}
        >
          {registerItem.label}
        </Link>
      </>
    )
  if (viewer.kind === 'guest')
    return (
      <div className="hidden items-center gap-3 split:flex">
        <AccountLink />
        <LeaveGuestModeLink href={loginItem.href} className={buttonClass({ size: 's', tone: 'plain' })}>
          {loginItem.label}
        </LeaveGuestModeLink>
        <LeaveGuestModeLink href={registerItem.href} className={buttonClass({ size: 's', tone: 'tint' })}>
          {registerItem.label}
        </LeaveGuestModeLink>
      </div>
    )
  return (
    <div className="hidden items-center gap-3 split:flex">
      {/* Shows only one of these two links: there is no room for both beside the menu at 1280px. */}
      {viewer.isStaff ? (
        <IconLink href={consoleItem.href} label={consoleItem.label}>
          <Icon shape={LayoutDashboard} size={18} />
        </IconLink>
      ) : (
        <IconLink href={apiItem.href} label={apiItem.label}>
          <Icon shape={CodeXml} size={18} />
        </IconLink>
      )}
      <AccountLink />
      <a href={logoutItem.href} aria-label={logoutItem.label} title={logoutItem.label} className={iconButtonClass}>
        <Icon shape={LogOut} size={18} />
      </a>
    </div>
  )
}

function AccountLink() {
  return (
    <IconLink href={accountItem.href} label={accountItem.label}>
      <Icon shape={UserRound} size={18} />
    </IconLink>
  )
}
