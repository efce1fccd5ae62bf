import type { ReactNode } from 'react'
import type { QuestionPicture } from '#lib/questions/schema.ts'
import { cx } from '../ui/class-names.ts'
import { Moment } from '../ui/moment.tsx'
import { PictureList } from './picture-list.tsx'
import type { PicturesPath } from './use-pictures.ts'

interface ShownMessage {
  readonly id: number
  readonly text: string
  readonly createdAt: string
  readonly pictures: readonly QuestionPicture[]
  readonly who: ReactNode
  /** True if the viewer's side, the member or staff, wrote the message. */
  readonly own: boolean
}

/** The messages of a question, oldest first; those of the viewer's side at the right. */
export function MessageList({
  label,
  messages,
  path,
}: {
  readonly label: string
  readonly messages: readonly ShownMessage[]
  /** Call by which the viewer's side reads pictures. */
  readonly path: PicturesPath
}) {
  return (
    <ol aria-label={label} className="grid gap-3">
      {messages.map(({ id, text, createdAt, pictures, who, own }) => (
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
          <div className={own ? 'justify-self-end' : 'justify-self-start'}>
            <PictureList {...{ pictures, path }} />
          </div>
        </li>
      ))}
    </ol>
  )
}
