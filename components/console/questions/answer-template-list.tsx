'use client'

import { type AnswerTemplateRow, answerTemplateInput } from '#lib/questions/schema.ts'
import { checkBySchema } from '../editable-list/draft.ts'
import { EditableList, type EditableListProps } from '../editable-list/editable-list.tsx'
import { contentListDefaults, type ListDeclaration } from '../editable-list/list-declaration.ts'
import { column, titleColumn } from '../list-columns.tsx'

const declaration: ListDeclaration<AnswerTemplateRow> = {
  ...contentListDefaults('템플릿', '자주 쓰는 답변을 올려 두면 문의에서 T로 골라 쓸 수 있어요.'),
  path: '/admin/answer-templates',
  titleOf: ({ title }) => title,
  columns: [
    titleColumn('이름', ({ title }) => title, 'wide:max-w-[280px] wide:truncate max-wide:wrap-anywhere'),
    column('답변', ({ answer }) => answer, 'line', 'text-ink-3 wide:max-w-[360px] wide:truncate'),
  ],
  fields: [
    { name: 'title', label: '이름', kind: 'line', required: true },
    { name: 'answer', label: '답변', kind: 'lines', required: true },
  ],
  check: checkBySchema(answerTemplateInput.omit({ position: true })),
  blank: { title: '', answer: '' },
  ordered: true,
  search: '이름',
}

/** Editable list of the answer templates: texts that staff insert into an answer and then complete. */
export const AnswerTemplateList = (props: EditableListProps<AnswerTemplateRow>) => (
  <EditableList list={declaration} {...props} />
)
