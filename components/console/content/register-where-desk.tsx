'use client'

import { type RegisterWhereRow, registerWhereInput } from '#lib/content/schema.ts'
import { KeptDesk, type KeptRows } from '../kept/kept-desk.tsx'
import type { KeptList } from '../kept/kept-list.ts'
import { RowLink } from '../row-link.tsx'

const list: KeptList<RegisterWhereRow> = {
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

export function RegisterWhereDesk(props: KeptRows<RegisterWhereRow>) {
  return <KeptDesk list={list} search="가입경로" {...props} />
}
