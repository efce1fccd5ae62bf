import { useState } from 'react'
import type { Channel } from '#lib/messages/labels.ts'
import { messageHeadings, notifyChoiceTexts } from '#lib/messages/labels.ts'
import { Notice } from '../ui/badge.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { readStoredText, storeText } from '../ui/stored-text.ts'

/** localStorage key, set to QUIET while staff choose not to notify members; without an entry members are notified. */
const notifyChoiceKey = 'notifyMember'
const QUIET = 'off'

/** The choice of staff in this browser; undefined until it is read from localStorage. */
let storedChoice: boolean | undefined

/** Whether to notify members, as staff last chose in this browser; true by default. */
export function shouldNotifyMember(): boolean {
  storedChoice ??= readStoredText(notifyChoiceKey) !== QUIET
  return storedChoice
}

function storeChoice(notify: boolean) {
  storedChoice = notify
  storeText(notifyChoiceKey, notify ? '' : QUIET)
}

interface MessageText {
  readonly subject: string
  readonly body: string
}

/**
 * Preview of the message that a member will get, under a heading for its channel. While `channel` is undefined, because
 * it isn't known yet, the message is shown as an e-mail.
 */
export function MessagePreview({
  message: { subject, body },
  channel = 'EMAIL',
}: {
  readonly message: MessageText
  readonly channel?: Channel | undefined
}) {
  return (
    <Notice className="grid gap-1 text-s">
      <span className="text-ink-3">{messageHeadings[channel]}</span>
      {channel === 'EMAIL' && <b className="font-semibold">{subject}</b>}
      <span className="wrap-anywhere whitespace-pre-line">{body}</span>
    </Notice>
  )
}

interface NotifyMemberProps {
  /** Channel by which the member can be notified; null if there is none, undefined while it is not known yet. */
  readonly channel: Channel | null | undefined
  readonly message: MessageText
}

/**
 * Checkbox by which staff decide whether the member is notified of the action that they are about to take, with a
 * preview of the message.
 */
export function NotifyMemberCheckbox({ channel, message }: NotifyMemberProps) {
  const [notify, setNotify] = useState(shouldNotifyMember)
  if (channel === null) return <p className="text-s text-ink-3">{notifyChoiceTexts.unreachable}</p>
  return (
    <div className="grid gap-2">
      <Checkbox
        label={notifyChoiceTexts.label}
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
