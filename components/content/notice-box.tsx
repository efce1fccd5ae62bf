import { ChevronDown } from 'lucide'
import type { CSSProperties } from 'react'
import { noticeLinkLabel } from '#lib/content/labels.ts'
import type { Notice } from '#lib/content/schema.ts'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { seoulTime } from '../ui/seoul-time.ts'
import { computeNoticeColours } from './notice-colours.ts'

/** The shop's announcements. Folded: the pinned or newest announcement in one line. Expanded: all of them in full. */
export function NoticeBox({ notices }: { readonly notices: readonly Notice[] }) {
  const [first, ...others] = notices
  if (!first) return null
  const look = noticeLookOf(first)
  return (
    <details className="group/notices min-w-0">
      <summary
        style={look.style}
        className={cx('flex items-start gap-2.5 rounded-card px-[18px] py-3.5 list-none', look.className)}
      >
        <b className={cx('shrink-0 text-s leading-[23px] font-semibold', look.labelClassName)}>공지</b>
        <span className="min-w-0 flex-1 truncate group-open/notices:whitespace-pre-line">{first.content}</span>
        {others.length > 0 && (
          <span className="shrink-0 text-s leading-[23px] tabular-nums group-open/notices:invisible">
            +{others.length}
          </span>
        )}
        <Icon
          shape={ChevronDown}
          size={18}
          className="mt-[3px] transition-transform duration-150 group-open/notices:rotate-180"
        />
      </summary>
      {first.link && <NoticeLink href={first.link} className="mt-2 px-[18px]" />}
      <ul className="mt-2 grid gap-2">
        {others.map((notice) => (
          <OtherNotice key={notice.id} notice={notice} />
        ))}
      </ul>
    </details>
  )
}

/** Link of an announcement; a link to another site opens in a new tab. */
function NoticeLink({ href, className }: { readonly href: string; readonly className?: string }) {
  const newTab = href.startsWith('https:') ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a href={href} {...newTab} className={cx('block py-1 text-s font-semibold underline', className)}>
      {noticeLinkLabel}
    </a>
  )
}

function OtherNotice({ notice }: { readonly notice: Notice }) {
  const look = noticeLookOf(notice)
  return (
    <li style={look.style} className={cx('grid gap-0.5 rounded-card px-[18px] py-3.5', look.className)}>
      <span className="whitespace-pre-line">{notice.content}</span>
      {notice.link && <NoticeLink href={notice.link} />}
      <time dateTime={notice.createdAt} className="text-s tabular-nums">
        {seoulTime(notice.createdAt).slice(0, 10)}
      </time>
    </li>
  )
}

/**
 * Colours of an announcement: the background that staff chose, darkened in the dark theme. If they chose none, colours
 * of the theme.
 */
function noticeLookOf({ bgColor, isTop }: Notice): {
  style?: CSSProperties
  className: string
  labelClassName: string
} {
  const colours = computeNoticeColours(bgColor)
  if (!colours && isTop) return { className: 'bg-warn-soft text-ink', labelClassName: 'text-warn' }
  if (!colours) return { className: 'bg-card text-ink', labelClassName: 'text-ink-3' }
  const { background, text, label, dark } = colours
  return {
    style: {
      '--notice': background,
      '--notice-text': text,
      '--notice-label': label,
      '--notice-dark': dark,
    } as CSSProperties,
    className: 'bg-(--notice) text-(--notice-text) dark:bg-(--notice-dark) dark:text-ink',
    labelClassName: 'text-(--notice-label) dark:text-warn',
  }
}
