import type { Metadata } from 'next'
import { type ListUrl, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { AnswerTemplateList } from '#components/console/questions/answer-template-list.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { answerTemplates } from '#lib/questions/queries/templates.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '답변 템플릿' }

const templatesListUrl: ListUrl = { path: '/admin/answer-templates', statuses: [], defaultStatus: undefined }

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, templatesListUrl)
  const { rows, total } = await answerTemplates(state)
  return (
    <>
      <PageTitle title="답변 템플릿" hint="문의에서 T로 골라요" />
      <AnswerTemplateList rows={rows} total={total} state={state} mayAct={staff.role !== 'SUPPORT'} />
    </>
  )
}
