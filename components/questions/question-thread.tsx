'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { firstIssue } from '#lib/core/form-errors.ts'
import { questionMessageRules } from '#lib/questions/errors.ts'
import { questionSubjectText, questionTexts } from '#lib/questions/labels.ts'
import { MAX_MESSAGE_LENGTH } from '#lib/questions/rules.ts'
import type { QuestionThread as Thread } from '#lib/questions/schema.ts'
import { callApi } from '../chrome/call-api.ts'
import { useCall } from '../chrome/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { toast } from '../ui/toast-store.ts'
import { textOf, useForm } from '../ui/use-form.ts'
import { MessageList } from './message-list.tsx'
import { PictureField } from './picture-field.tsx'
import { QuestionBadge } from './question-badge.tsx'
import { unsentText } from './unsent-text.ts'
import { usePictures } from './use-pictures.ts'

/** Id of the element that shows a message. */
const elementIdOf = (messageId: number): string => `message-${messageId}`

/**
 * The message at which reading goes on: the first answer after the member's last message, otherwise the last message;
 * 0 without messages.
 */
function firstNewMessageId(messages: Thread['messages']): number {
  const lastOwnIndex = messages.findLastIndex(({ author }) => author === 'MEMBER')
  return (messages[lastOwnIndex + 1] ?? messages.at(-1))?.id ?? 0
}

/**
 * A question of the member: its messages, a form for the next message, and a button that closes it. Showing the
 * question scrolls to its new answers and marks them as read.
 */
export function QuestionThread({ thread }: { readonly thread: Thread }) {
  const router = useRouter()
  const { id, status, unread, messages } = thread
  const lastMessageId = messages.at(-1)?.id ?? 0
  const newMessageId = firstNewMessageId(messages)
  useEffect(() => {
    if (!unread) return
    document.getElementById(elementIdOf(newMessageId))?.scrollIntoView({ block: 'nearest' })
    void callApi('POST', `/service/questions/${id}/read`, { seen: lastMessageId }).then(
      ({ ok }) => ok && router.refresh(),
    )
  }, [id, lastMessageId, newMessageId, unread, router])
  return (
    <Card aria-labelledby="question" className="grid grid-cols-1 gap-4">
      <CardTitle id="question" aside={<QuestionBadge status={status} />}>
        {questionSubjectText(thread)} 문의
      </CardTitle>
      <MessageList
        label={questionTexts.thread}
        path="/service/question-pictures"
        messages={messages.map(({ author, ...message }) => ({
          ...message,
          elementId: elementIdOf(message.id),
          isOwn: author === 'MEMBER',
          who: author === 'MEMBER' ? questionTexts.me : questionTexts.staff,
        }))}
      />
      {status === 'CLOSED' && <p className="text-s text-ink-2">{questionTexts.closedHint}</p>}
      <NextMessageForm id={id} />
      <div className="flex flex-wrap justify-between gap-2">
        <Link href="/questions" prefetch={false} className="py-2 font-semibold text-main-text">
          {questionTexts.back}
        </Link>
        {status !== 'CLOSED' && <CloseQuestionButton id={id} />}
      </div>
    </Card>
  )
}

function NextMessageForm({ id }: { readonly id: number }) {
  const router = useRouter()
  const field = useRef<HTMLTextAreaElement>(null)
  const pictures = usePictures('/service/question-pictures')
  const { busy, errorOf, formProps } = useForm(async (data) => {
    const message = textOf(data, 'message')
    const inputIssue = firstIssue(questionMessageRules(message))
    if (inputIssue) return inputIssue
    if (pictures.busy) return { path: '', message: questionTexts.stillUploading }
    const answer = await callApi('POST', `/service/questions/${id}/messages`, { message, pictures: pictures.ids })
    if (!answer.ok) return { path: '', message: answer.message || questionTexts.failed }
    toast(questionTexts.sent, { tone: 'good' })
    // Empties the field, except for text that was typed while the message was being sent. Replacing the whole form (by
    // a new `key`) would move the focus from its button to the page's title.
    if (field.current) field.current.value = unsentText(message, field.current.value)
    pictures.clear()
    router.refresh()
    return null
  })
  return (
    <form {...formProps} aria-label={questionTexts.write} className="grid gap-3">
      <TextArea
        ref={field}
        label={questionTexts.write}
        name="message"
        maxLength={MAX_MESSAGE_LENGTH}
        error={errorOf('message')}
      />
      <PictureField pictures={pictures} />
      <FormAlert message={errorOf('')} />
      <Button type="submit" tone="main" full busy={busy}>
        {questionTexts.send}
      </Button>
    </form>
  )
}

function CloseQuestionButton({ id }: { readonly id: number }) {
  const router = useRouter()
  const { busy, call } = useCall()
  async function close() {
    const answer = await call('POST', `/service/questions/${id}/close`)
    if (!answer) return
    toast(answer.ok ? questionTexts.closed : answer.message || questionTexts.failed, {
      tone: answer.ok ? 'good' : 'bad',
    })
    router.refresh()
  }
  return (
    <Button tone="soft" busy={busy} onClick={() => void close()}>
      {questionTexts.close}
    </Button>
  )
}
