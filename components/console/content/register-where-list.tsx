'use client'

import { type RegisterWhereRow, registerWhereInput } from '#lib/content/schema.ts'
import { EditableList, type EditableListProps } from '../editable-list/editable-list.tsx'
import type { ListDeclaration } from '../editable-list/list-declaration.ts'
import { RowLink } from '../row-link.tsx'

const list: ListDeclaration<RegisterWhereRow> = {
  noun: '가입경로',
  path: '/admin/register-where',
  titleOf: ({ text }) => text,
  columns: (hrefOf) => [
    {
      key: 'text',
      head: '가입경로',
      cell: ({ id, text }) => <RowLink href={hrefOf(id)}>{text}</RowLink>,
      phone: 'title',
    },
  ],
  fields: [
    { name: 'text', label: '가입경로', kind: 'line', required: true, hint: '회원가입 화면에서 고르는 말이에요.' },
  ],
  input: registerWhereInput.omit({ position: true }),
  blank: { text: '' },
  arranged: true,
  emptyHint: '가입경로가 하나는 있어야 회원이 가입할 수 있어요.',
}

export function RegisterWhereList(props: EditableListProps<RegisterWhereRow>) {
  return <EditableList list={list} search="가입경로" {...props} />
}
