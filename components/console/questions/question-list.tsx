'use client'

import { useRouter } from 'next/navigation'
import { type ComponentProps, useEffect, useState } from 'react'
import { firstIssue } from '#lib/core/form-errors.ts'
import { questionAnswerRules } from '#lib/questions/errors.ts'
import { type QuestionStatus, questionConsoleTexts, questionSubjectText, questionTexts } from '#lib/questions/labels.ts'
import { MAX_MESSAGE_LENGTH } from '#lib/questions/rules.ts'
import type { AdminQuestion, AdminQuestionRow, AnswerTemplateRow } from '#lib/questions/schema.ts'
import { callApi } from '../../chrome/call-api.ts'
import { MessageList } from '../../questions/message-list.tsx'
import { PictureField } from '../../questions/picture-field.tsx'
import { QuestionBadge } from '../../questions/question-badge.tsx'
import { usePictures } from '../../questions/use-pictures.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table.tsx'
import type { Action } from '../actions.tsx'
import { DetailFacts, LoadedDetail, MemberLink } from '../detail.tsx'
import { column, hiddenOnPhoneClass, momentColumn, titleColumn } from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import { rowQuery } from '../list-state.ts'
import { PageLink } from '../page-link.tsx'
import { useDetail } from '../use-detail.ts'
import { type ListProps, useList } from '../use-list.ts'
import { AnswerTemplateDialog } from './answer-template-dialog.tsx'

const QuestionBadges = ({ status, unread }: AdminQuestionRow) => (
  <span className="inline-flex flex-wrap gap-1.5">
    {unread && <Badge tone="main">{questionConsoleTexts.fresh}</Badge>}
    <QuestionBadge status={status} />
  </span>
)

const columns: readonly Column<AdminQuestionRow>[] = [
  momentColumn('마지막 메시지', ({ lastAt }) => lastAt),
  titleColumn('내용', ({ preview }) => preview, 'wide:max-w-[260px] wide:truncate max-wide:wrap-anywhere'),
  column(
    '종류',
    (row) => (
      <>
        {questionSubjectText(row)}
        <span className="wide:hidden"> · {row.memberId}</span>
      </>
    ),
    'line',
    'wide:whitespace-nowrap max-wide:wrap-anywhere',
  ),
  column('회원', ({ memberId }) => memberId, 'line', `${hiddenOnPhoneClass} wide:max-w-[120px] wide:truncate`),
  column('상태', QuestionBadges, 'badge'),
]

const picturesPath = '/api/admin/question-pictures'

const emptyTexts = {
  search: ['찾는 문의가 없어요.', '회원 아이디의 앞부분, 주문번호, 문의 내용으로 찾아 보세요.'],
  none: ['문의가 없어요.', '회원이 문의하면 여기에 나타나요.'],
} as const

interface QuestionListProps extends ListProps<AdminQuestionRow, QuestionStatus> {
  readonly templates: readonly AnswerTemplateRow[]
}

/** List of members' questions with the messages of the selected one and the form to answer it. */
export function QuestionList({ templates, ...props }: QuestionListProps) {
  const { mayAct } = props
  const list = useList(props, { waits: ({ status }) => status === 'OPEN' })
  const { row } = list
  /** The last answer that was refused because of newer messages, and the newest message that its author had seen. */
  const [refused, setRefused] = useState({ id: 0, seen: 0, count: 0 })
  const { detail, failed } = useDetail<AdminQuestionRow, AdminQuestion>(row, {
    pathOf: ({ id }) => `/api/admin/questions/${id}`,
    // `refused.count` loads the messages again after a refused answer. The other values may stay the same then: a
    // question that has left the list is no longer updated.
    versionOf: ({ id, status, lastAt }) => [id, status, lastAt, refused.count].join(' '),
  })
  const seen = detail?.messages.at(-1)?.id
  const shownMessages = (detail?.messages ?? []).map(({ author, staffId, ...message }) => ({
    ...message,
    isOwn: author === 'STAFF',
    who: staffId ?? row?.memberId,
  }))
  const missedMessages = shownMessages.filter(({ id }) => refused.id === row?.id && id > refused.seen)
  const [draft, setDraft] = useState({ id: 0, text: '' })
  const pictures = usePictures(picturesPath, row?.id)
  const startAnswer = (text: string) => {
    setDraft({ id: row?.id ?? 0, text })
    list.openDialog(questionConsoleTexts.answer)
  }
  useReadMark(mayAct && row?.unread && detail?.id === row.id ? row.id : null, seen)
  async function send(question: AdminQuestionRow, verb: string, body: unknown, done: string) {
    const path = `/api/admin/questions/${question.id}/${verb}`
    const answer = await list.run<AdminQuestion>({ method: 'POST', path, body, done })
    if (!answer) return
    if (!answer.ok) {
      if (verb === 'messages') setRefused(({ count }) => ({ id: question.id, seen: seen ?? 0, count: count + 1 }))
      return { path: 'message', message: answer.message }
    }
    list.closeDialog()
    setRefused((before) => ({ ...before, id: 0 }))
    setDraft({ id: 0, text: '' })
    pictures.clear()
    list.closeAndSelectNext(question, question.id)
    return null
  }
  const template: Action = {
    key: 't',
    label: questionConsoleTexts.template,
    dialog: ({ onClose }) => (
      <AnswerTemplateDialog
        {...{ templates, onClose }}
        title={questionConsoleTexts.template}
        onChoose={({ answer }) => startAnswer(answer)}
      />
    ),
  }
  const questionActions =
    row && mayAct
      ? actionsOf(row, { seen, send, pictures, missedMessages, draft: draft.id === row.id ? draft.text : '' })
      : []
  const mayAnswer = questionActions.some(({ key }) => key === 'r')
  const actions = mayAnswer && templates.length > 0 ? [...questionActions, template] : questionActions
  return (
    <ListPage
      {...{ list, columns, emptyTexts, actions }}
      noun="문의"
      titleOf={({ id }) => `문의 ${id}`}
      detail={(question) => <QuestionFacts question={question} />}
      records={() => (
        <LoadedDetail {...{ detail, failed }} failure="메시지를 불러오지 못했어요.">
          {() => <MessageList label={questionTexts.thread} path={picturesPath} messages={shownMessages} />}
        </LoadedDetail>
      )}
    />
  )
}

/**
 * Marks the question `id` as read by staff up to the message with the id `seen`, once its messages are shown. Does
 * nothing while `id` is null.
 */
function useReadMark(id: number | null, seen: number | undefined) {
  const router = useRouter()
  useEffect(() => {
    if (id === null || seen === undefined) return
    void callApi('POST', `/api/admin/questions/${id}/read`, { seen }).then(({ ok }) => ok && router.refresh())
  }, [id, seen, router])
}

type Send = (question: AdminQuestionRow, verb: string, body: unknown, done: string) => Promise<unknown>

interface AnswerParts {
  /** Id of the last message that the viewer has seen; undefined until the messages are loaded. */
  readonly seen: number | undefined
  readonly send: Send
  readonly pictures: ReturnType<typeof usePictures>
  /** Newer messages because of which an answer was refused. They are shown in the form. */
  readonly missedMessages: ComponentProps<typeof MessageList>['messages']
  /** Text with which the form starts. */
  readonly draft: string
}

function actionsOf(question: AdminQuestionRow, { seen, send, pictures, missedMessages, draft }: AnswerParts): Action[] {
  const { answer, close, reopen, answered, closed, reopened } = questionConsoleTexts
  if (question.status === 'CLOSED')
    return [{ key: 'e', label: reopen, run: () => send(question, 'reopen', undefined, reopened) }]
  const form: Action = {
    key: 'r',
    label: answer,
    main: true,
    form: {
      text: `${question.memberId} · ${questionSubjectText(question)}`,
      fields: [
        {
          name: 'message',
          label: questionConsoleTexts.message,
          kind: 'lines',
          hint: questionConsoleTexts.messageHint,
          input: { maxLength: MAX_MESSAGE_LENGTH },
        },
      ],
      initialValues: { message: draft },
      check: ({ message }) => firstIssue(questionAnswerRules(String(message ?? ''))),
      note: () => (
        <>
          {missedMessages.length > 0 && (
            <MessageList label={questionConsoleTexts.missed} path={picturesPath} messages={missedMessages} />
          )}
          <PictureField pictures={pictures} />
        </>
      ),
      onGiven: ({ message }) =>
        pictures.busy
          ? { path: 'message', message: questionTexts.stillUploading }
          : send(question, 'messages', { message, pictures: pictures.ids, seen }, answered),
    },
  }
  const closeAction: Action = { key: 'e', label: close, run: () => send(question, 'close', undefined, closed) }
  return seen === undefined ? [closeAction] : [form, closeAction]
}

function QuestionFacts({ question }: { readonly question: AdminQuestionRow }) {
  const { orderId, chargeId } = question
  return (
    <DetailFacts
      facts={[
        ['상태', <QuestionBadges key="status" {...question} />],
        ['회원', <MemberLink key="member" {...question} />],
        ['종류', questionSubjectText(question)],
        [
          '주문',
          orderId !== null && (
            <PageLink key="order" path="/admin/orders" query={{ q: orderId }}>
              주문 {orderId}번 보기
            </PageLink>
          ),
        ],
        [
          '충전',
          chargeId !== null && (
            <PageLink key="charge" path="/admin/charges" query={rowQuery(chargeId)}>
              충전 {chargeId}번 보기
            </PageLink>
          ),
        ],
      ]}
    />
  )
}
