'use client'

import { type QnaRow, qnaInput } from '#lib/content/schema.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { EditableList, type EditableListProps } from '../editable-list/editable-list.tsx'
import type { ListDeclaration } from '../editable-list/list-declaration.ts'
import { RowLink } from '../row-link.tsx'
import { shortText } from './short-text.ts'

const list: ListDeclaration<QnaRow> = {
  noun: '질문',
  path: '/admin/qnas',
  titleOf: ({ title }) => shortText(title),
  columns: (hrefOf) => [
    {
      key: 'title',
      head: '질문',
      cell: ({ id, title }) => <RowLink href={hrefOf(id)}>{title}</RowLink>,
      className: 'wide:max-w-[280px] wide:truncate max-wide:wrap-anywhere',
      phone: 'title',
    },
    {
      key: 'answer',
      head: '답변',
      cell: ({ answer }) => shortText(answer, 80),
      className: 'text-ink-3 wide:max-w-[360px] wide:truncate',
      phone: 'line',
    },
  ],
  fields: [
    { name: 'title', label: '질문', kind: 'line', required: true },
    { name: 'answer', label: '답변', kind: 'lines', required: true },
  ],
  input: qnaInput.omit({ position: true }),
  preview: ({ title, answer }) => (
    <Accordion name="preview" items={[{ id: 1, title: String(title) || '질문', body: String(answer) || '답변' }]} />
  ),
  blank: { title: '', answer: '' },
  arranged: true,
  emptyHint: '자주 받는 질문을 올리면 회원이 먼저 찾아봐요.',
}

export function QnaList(props: EditableListProps<QnaRow>) {
  return <EditableList list={list} search="질문" {...props} />
}
