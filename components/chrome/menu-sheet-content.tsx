import Link from 'next/link'
import { buttonClass } from '../ui/button.tsx'
import { LeaveGuestModeLink, StartGuestModeButton } from './guest-links.tsx'
import {
  accountItem,
  apiItem,
  consoleItem,
  loginItem,
  logoutItem,
  memberMenu,
  questionsItem,
  registerItem,
} from './menu.ts'
import { NavLink } from './nav-link.tsx'
import { type BarSettings, type ChromeViewer, shownProfile } from './viewer.ts'

const sheetRowClass =
  'flex min-h-12 items-center rounded-field px-3 text-ink no-underline hover:bg-sunken aria-[current=page]:bg-main-soft aria-[current=page]:font-semibold aria-[current=page]:text-main-text'

/** Content of the menu sheet: the whole menu for this viewer. */
export function MenuSheetContent({
  viewer,
  settings,
}: {
  readonly viewer: ChromeViewer
  readonly settings: BarSettings
}) {
  const profile = shownProfile(viewer)
  if (!profile) return <VisitorSheet />
  return (
    <>
      <div className="flex items-baseline justify-between gap-4 px-3 pb-3">
        <span className="font-semibold">{profile.id}</span>
        <span className="tabular-nums text-ink-3">{profile.point}</span>
      </div>
      <nav aria-label="주 메뉴" className="grid">
        {memberMenu(settings).map((item) => (
          <NavLink key={item.href} href={item.href} className={sheetRowClass}>
            {item.label}
          </NavLink>
        ))}
      </nav>
      <div className="mt-2 grid border-t border-line pt-2">
        {viewer.kind === 'member' && viewer.isStaff && (
          <NavLink href={consoleItem.href} className={sheetRowClass}>
            {consoleItem.label}
          </NavLink>
        )}
        <NavLink href={questionsItem.href} className={sheetRowClass}>
          {questionsItem.label}
        </NavLink>
        <NavLink href={apiItem.href} className={sheetRowClass}>
          {apiItem.label}
        </NavLink>
        <NavLink href={accountItem.href} className={sheetRowClass}>
          {accountItem.label}
        </NavLink>
        {viewer.kind === 'guest' ? (
          <div className="mt-2 grid grid-cols-2 gap-2">
            <LeaveGuestModeLink href={loginItem.href} className={buttonClass({ tone: 'plain' })}>
              {loginItem.label}
            </LeaveGuestModeLink>
            <LeaveGuestModeLink href={registerItem.href} className={buttonClass({ tone: 'main' })}>
              {registerItem.label}
            </LeaveGuestModeLink>
          </div>
        ) : (
          <a href={logoutItem.href} className={sheetRowClass}>
            {logoutItem.label}
          </a>
        )}
      </div>
    </>
  )
}

/** Content of the menu sheet for somebody who is neither signed in nor a guest. */
function VisitorSheet() {
  return (
    <nav aria-label="주 메뉴" className="grid gap-2">
      <Link href={loginItem.href} prefetch={false} className={buttonClass({ tone: 'plain', full: true })}>
        {loginItem.label}
      </Link>
      <Link href={registerItem.href} prefetch={false} className={buttonClass({ tone: 'main', full: true })}>
        {registerItem.label}
      </Link>
      <StartGuestModeButton tone="soft" full />
    </nav>
  )
}
