import type { ReactNode } from 'react'
import { cx } from '../ui/class-names.ts'
import { Moment } from '../ui/moment.tsx'

interface ShownMessage {
  readonly id: number
  readonly text: string
  readonly createdAt: string
  readonly who: ReactNode
  /** True if the viewer's side, the member or staff, wrote the message. */
  readonly own: boolean
}

/** The messages of a question, oldest first; those of the viewer's side at the right. */
export function MessageList({
  label,
  messages,
}: {
  readonly label: string
  readonly messages: readonly ShownMessage[]
}) {
  return (
    <ol aria-label={label} className="grid gap-3">
      {messages.map(({ id, text, createdAt, who, own }) => (
        <li key={id} className={cx('grid max-w-[88%] gap-1', own ? 'justify-self-end' : 'justify-self-start')}>
          <span className={cx('text-s text-ink-3', own && 'text-right')}>
            {who} · <Moment at={createdAt} />
          </span>
          <p
            className={cx(
              'rounded-tile px-3.5 py-2.5 whitespace-pre-wrap wrap-anywhere',
              own ? 'bg-main-soft justify-self-end' : 'bg-sunken justify-self-start',
            )}
          >
            {text}
          </p>
        </li>
      ))}
    </ol>
  )
}
