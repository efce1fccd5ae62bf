'use client'

import { type NoticeRow, noticeInput } from '#lib/content/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { EditableList, type EditableListProps } from '../editable-list/editable-list.tsx'
import type { ListDeclaration } from '../editable-list/list-declaration.ts'
import { RowLink } from '../row-link.tsx'
import { NoticePreview } from './notice-preview.tsx'
import { shortText } from './short-text.ts'

const list: ListDeclaration<NoticeRow> = {
  noun: '공지',
  path: '/admin/notices',
  titleOf: ({ content }) => shortText(content),
  columns: (hrefOf) => [
    {
      key: 'content',
      head: '공지',
      cell: ({ id, content }) => <RowLink href={hrefOf(id)}>{content}</RowLink>,
      className: 'wide:max-w-[360px] wide:truncate max-wide:wrap-anywhere',
      phone: 'title',
    },
    { key: 'top', head: '고정', cell: ({ isTop }) => isTop && <Badge tone="warn">고정</Badge>, phone: 'badge' },
    { key: 'colour', head: '배경색', cell: ({ bgColor }) => <Colour colour={bgColor} />, phone: 'line' },
    {
      key: 'at',
      head: '올린 날',
      cell: ({ createdAt }) => seoulTime(createdAt).slice(0, 10),
      className: 'whitespace-nowrap tabular-nums text-ink-3',
      phone: 'amount',
    },
  ],
  fields: [
    {
      name: 'content',
      label: '공지 내용',
      kind: 'lines',

      required: true,
      hint: '첫 줄이 주문 화면에 먼저 보여요.',
    },
    { name: 'isTop', label: '맨 위에 고정', kind: 'switch' },
    {
      name: 'bgColor',
      label: '배경색',
      kind: 'colour',
      hint: '글자색은 읽기 쉬운 쪽으로 저절로 정해져요. 비우면 기본이에요.',
    },
  ],
  input: noticeInput,
  preview: ({ content, isTop, bgColor }) => (
    <NoticePreview content={String(content)} isTop={isTop === true} bgColor={String(bgColor)} />
  ),
  blank: { content: '', isTop: false, bgColor: '' },
  emptyHint: '새 공지를 올리면 주문 화면 위에 보여요.',
}

function Colour({ colour }: { readonly colour: string }) {
  if (!colour) return <span className="text-ink-3">기본</span>
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <span aria-hidden="true" className="size-4 rounded-badge border border-line" style={{ background: colour }} />
      {colour}
    </span>
  )
}

export function NoticeList(props: EditableListProps<NoticeRow>) {
  return <EditableList list={list} search="공지 내용" {...props} />
}
