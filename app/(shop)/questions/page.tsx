import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { EmptyListForGuest } from '#components/orders/empty-list-for-guest.tsx'
import { QuestionForm } from '#components/questions/question-form.tsx'
import { QuestionList } from '#components/questions/question-list.tsx'
import { QuestionThread } from '#components/questions/question-thread.tsx'
import { parseQuestionsQuery, type QuestionsQuery } from '#components/questions/questions-query.ts'
import { InPlaceLogin } from '#components/sessions/in-place-login.tsx'
import { Card } from '#components/ui/card.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { db } from '#lib/core/db.ts'
import { unreachableChannels } from '#lib/messages/queries.ts'
import { questionTexts } from '#lib/questions/labels.ts'
import { findQuestionSubject, questionsOf, questionThreadOf } from '#lib/questions/queries.ts'
import { settings } from '#lib/settings/queries.ts'
import { readReauthWays } from '#lib/sns/queries.ts'
import { allow, type MemberViewer } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: questionTexts.title }

const PAGE_SIZE = 20

export default async function QuestionsPage({ searchParams }: PageProps<'/questions'>) {
  const who = await allow('member', 'guest')
  const query = parseQuestionsQuery(await searchParams)
  const canMail = !(await unreachableChannels(db())).includes('EMAIL')
  return (
    <>
      <PageTitle title={questionTexts.title} hint={canMail ? questionTexts.hint : undefined} />
      {who.kind === 'member' ? (
        <MemberQuestions who={who} query={query} />
      ) : (
        <Card>
          <EmptyListForGuest title={questionTexts.none} hint={questionTexts.guest} path="/questions" />
        </Card>
      )}
    </>
  )
}

async function MemberQuestions({ who, query }: { readonly who: MemberViewer; readonly query: QuestionsQuery }) {
  const { memberId, loginId } = who.caller
  const { id, cursor } = query
  const subjectIds = { orderId: query.orderId ?? undefined, chargeId: query.chargeId ?? undefined }
  const [list, thread, subject, ways] = await Promise.all([
    questionsOf(db(), memberId, { cursor: cursor ?? undefined, size: PAGE_SIZE }),
    id === null ? null : questionThreadOf(db(), memberId, id),
    findQuestionSubject(db(), memberId, subjectIds),
    settings(db()).then((site) => readReauthWays(db(), memberId, site)),
  ])
  // No question of this member has the id in the URL, so the list is shown.
  if (id !== null && thread === null) redirect('/questions')
  return (
    <div className="grid grid-cols-1 items-start gap-4 split:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="max-split:order-last">
        <QuestionList {...list} shown={id} />
      </div>
      {thread ? <QuestionThread key={thread.id} thread={thread} /> : <QuestionForm {...subject} />}
      <InPlaceLogin loginId={loginId} ways={ways} />
    </div>
  )
}
