import Link from 'next/link'
import { inlineParts } from '#lib/reseller/documentation/inline-text.ts'
import { LeaveGuestModeLink } from '../chrome/guest-links.tsx'

/** Path of the documentation: /docs for everybody; /api for members, with the member's own key. */
export type DocumentationBase = '/docs' | '/api'

/** Converts a link to a page under /docs to the same page under `base`. Returns other links unchanged. */
export function toDocumentationHref(href: string, base: DocumentationBase): string {
  const match = /^\/docs(?:\/([a-z\d-]+))?(#.*)?$/.exec(href)
  if (!match || base === '/docs') return href
  const [, name, anchor = ''] = match
  return `/api${name ? `?page=${name}` : ''}${anchor}`
}

const isLogin = (href: string): boolean => href === '/login' || href === '/register'

/**
 * True if the browser itself follows the link, without Next.js: a file, or a heading of a page. A Link of Next.js only
 * scrolls to a heading, so that the next Tab or the screen reader would go on from the link or the top of the page.
 */
const isFollowedByBrowser = (href: string): boolean => /\.(json|txt|md)$|#/.test(href)

/** A text with inline Markdown. */
export function InlineText({ text, base }: { readonly text: string; readonly base: DocumentationBase }) {
  return inlineParts(text).map((part, at) => {
    const key = `${at}-${part.text}`
    if (part.kind === 'code') return <InlineCode key={key}>{part.text}</InlineCode>
    if (part.kind === 'strong') return <b key={key}>{part.text}</b>
    if (part.kind === 'text') return part.text
    const content = <InlineText key={key} text={part.text} base={base} />
    const className =
      'font-semibold text-main-text underline decoration-line underline-offset-4 hover:decoration-main-text'
    if (isLogin(part.href))
      return (
        <LeaveGuestModeLink key={key} href={part.href} className={className}>
          {content}
        </LeaveGuestModeLink>
      )
    return isFollowedByBrowser(part.href) ? (
      <a key={key} href={toDocumentationHref(part.href, base)} className={className}>
        {content}
      </a>
    ) : (
      <Link key={key} href={toDocumentationHref(part.href, base)} prefetch={false} className={className}>
        {content}
      </Link>
    )
  })
}

function InlineCode({ children }: { readonly children: string }) {
  return <code className="rounded-badge bg-sunken px-1 py-0.5 font-mono text-[0.92em] wrap-anywhere">{children}</code>
}
