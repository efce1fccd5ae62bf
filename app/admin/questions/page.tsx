import type { Metadata } from 'next'
import { type ListUrl, listReactKey, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { ListFooter, ListTools } from '#components/console/list-tools.tsx'
import { QuestionList } from '#components/console/questions/question-list.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { formatCount } from '#lib/money/points.ts'
import { type QuestionStatus, questionStatuses, questionStatusLabels } from '#lib/questions/labels.ts'
import { countOpenQuestions, questionsForStaff } from '#lib/questions/queries/list-for-staff.ts'
import { answerTemplates } from '#lib/questions/queries/templates.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '문의' }

const questionsListUrl: ListUrl<QuestionStatus> = {
  path: '/admin/questions',
  statuses: questionStatuses,
  defaultStatus: 'OPEN',
}
const statusChips = [
  ...questionStatuses.map((status) => ({ status, label: questionStatusLabels[status] })),
  { status: undefined, label: '전체' },
]
const PAGE_SIZE = 50

export default async function AdminQuestionsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, questionsListUrl)
  const [list, open, templates] = await Promise.all([
    questionsForStaff(db(), { ...state, size: PAGE_SIZE }),
    countOpenQuestions(db()),
    answerTemplates(),
  ])
  return (
    <>
      <PageTitle title="문의" hint={`답변 대기 ${formatCount(open.count)}건`} />
      <ListTools {...{ listUrl: questionsListUrl, state, chips: statusChips }} search="회원, 주문번호, 문의 내용" />
      <QuestionList
        key={listReactKey(state)}
        rows={list.rows}
        now={clock.now().getTime()}
        {...{ listUrl: questionsListUrl, state }}
        templates={templates.rows}
        mayAct={staff.role !== 'SUPPORT'}
      />
      <ListFooter
        listUrl={questionsListUrl}
        state={state}
        shown={list.rows.length}
        total={list.total}
        nextCursor={list.nextCursor}
      />
    </>
  )
}
