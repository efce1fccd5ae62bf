import { LeaveGuestModeLink } from '../chrome/guest-links.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Shown to guests in place of a list of their own, such as the order history: a text, and a link to the login. */
export function EmptyListForGuest({
  title,
  hint,
  path,
}: {
  readonly title: string
  readonly hint: string
  /** Path to go to after the login. */
  readonly path: string
}) {
  return (
    <EmptyState
      title={title}
      hint={hint}
      action={
        <LeaveGuestModeLink href={`/login?next=${path}`} className={buttonClass({ tone: 'main' })}>
          로그인
        </LeaveGuestModeLink>
      }
    />
  )
}
