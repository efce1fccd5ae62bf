import { useState } from 'react'
import type { Channel } from '#lib/messages/labels.ts'
import { notifyTexts, sentByTexts } from '#lib/messages/labels.ts'
import { Notice } from '../ui/badge.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { readStoredText, storeText } from '../ui/stored-text.ts'

/** localStorage key of the choice; stored only while the member is not to be told. */
const quietKey = 'notifyMember'
const QUIET = 'off'

let choice: boolean | undefined

/** Whether staff chose, here or on an earlier page, to tell the member. */
export function shouldNotify(): boolean {
  choice ??= readStoredText(quietKey) !== QUIET
  return choice
}

function storeChoice(notify: boolean) {
  choice = notify
  storeText(quietKey, notify ? '' : QUIET)
}

interface MessageText {
  readonly subject: string
  readonly body: string
}

/** What a member will read, and by which channel; `channel` is undefined while it isn't known yet. */
export function MessagePreview({
  message: { subject, body },
  channel = 'EMAIL',
}: {
  readonly message: MessageText
  readonly channel?: Channel | undefined
}) {
  return (
    <Notice className="grid gap-1 text-s">
      <span className="text-ink-3">{sentByTexts[channel]}</span>
      {channel === 'EMAIL' && <b className="font-semibold">{subject}</b>}
      <span className="wrap-anywhere whitespace-pre-line">{body}</span>
    </Notice>
  )
}

interface NotifyMemberProps {
  /** Null if the member has no address; undefined while it isn't known yet. */
  readonly channel: Channel | null | undefined
  readonly message: MessageText
}

/** The choice to tell the member of what staff are about to do, with the message. It is remembered in the browser. */
export function NotifyMember({ channel, message }: NotifyMemberProps) {
  const [notify, setNotify] = useState(shouldNotify)
  if (channel === null) return <p className="text-s text-ink-3">{notifyTexts.unreachable}</p>
  return (
    <div className="grid gap-2">
      <Checkbox
        label={notifyTexts.label}
        className="justify-self-start"
        checked={notify}
        onChange={({ target }) => {
          setNotify(target.checked)
          storeChoice(target.checked)
        }}
      />
      {notify && <MessagePreview {...{ channel, message }} />}
    </div>
  )
}
