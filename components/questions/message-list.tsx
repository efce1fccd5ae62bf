import type { ReactNode } from 'react'
import type { QuestionPicture } from '#lib/questions/schema.ts'
import { cx } from '../ui/class-names.ts'
import { Moment } from '../ui/moment.tsx'
import { PictureList } from './picture-list.tsx'
import type { PicturesPath } from './use-pictures.ts'

interface ShownMessage {
  readonly id: number
  readonly elementId?: string
  readonly text: string
  readonly createdAt: string
  readonly pictures: readonly QuestionPicture[]
  /** Who wrote the message. */
  readonly who: ReactNode
  /** True if the viewer's side (member or staff) wrote the message. */
  readonly isOwn: boolean
}

/**
 * The messages of a question, oldest first. Messages written by the viewer's side (member or staff) are on the right.
 */
export function MessageList({
  label,
  messages,
  path,
}: {
  readonly label: string
  readonly messages: readonly ShownMessage[]
  /** Path of the call that returns a picture to the viewer. */
  readonly path: PicturesPath
}) {
  return (
    <ol aria-label={label} className="grid gap-3">
      {messages.map(({ id, elementId, text, createdAt, pictures, who, isOwn }) => (
        <li
          key={id}
          id={elementId}
          className={cx('grid max-w-[88%] gap-1', isOwn ? 'justify-self-end' : 'justify-self-start')}
        >
          <span className={cx('text-s text-ink-3', isOwn && 'text-right')}>
            {who} · <Moment at={createdAt} />
          </span>
          <p
            className={cx(
              'rounded-tile px-3.5 py-2.5 whitespace-pre-wrap wrap-anywhere',
              isOwn ? 'bg-main-soft justify-self-end' : 'bg-sunken justify-self-start',
            )}
          >
            {text}
          </p>
          <div className={isOwn ? 'justify-self-end' : 'justify-self-start'}>
            <PictureList {...{ pictures, path }} />
          </div>
        </li>
      ))}
    </ol>
  )
}
