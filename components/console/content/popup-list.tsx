'use client'

import { type PopupRow, popupInput } from '#lib/content/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { EditableList, type EditableListProps } from '../editable-list/editable-list.tsx'
import type { ListDeclaration } from '../editable-list/list-declaration.ts'
import { RowLink } from '../row-link.tsx'
import { PopupPreview } from './popup-preview.tsx'

const list: ListDeclaration<PopupRow> = {
  noun: '팝업',
  path: '/admin/popups',
  titleOf: ({ id }) => `팝업 ${id}`,
  columns: (hrefOf) => [
    { key: 'id', head: '팝업', cell: ({ id }) => <RowLink href={hrefOf(id)}>{`팝업 ${id}`}</RowLink>, phone: 'title' },
    {
      key: 'image',
      head: '이미지',
      cell: ({ imageUrl }) => <img src={imageUrl} alt="" loading="lazy" className="h-16 w-auto rounded-badge" />,
      className: 'py-2',
      phone: 'line',
    },
    {
      key: 'enabled',
      head: '상태',
      cell: ({ enabled }) => <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? '켬' : '끔'}</Badge>,
      phone: 'badge',
    },
  ],
  fields: [
    {
      name: 'imageUrl',
      label: '이미지',
      kind: 'image',
      elsewhere: true,
      required: true,
      hint: 'PNG, JPEG, WebP, GIF · 2MB까지 · 너비 440px',
    },
    { name: 'enabled', label: '보이기', kind: 'switch', hint: '켜면 상점에 바로 떠요.' },
  ],
  input: popupInput,
  preview: ({ imageUrl }) => <PopupPreview imageUrl={String(imageUrl)} />,
  blank: { imageUrl: '', enabled: false },
  emptyHint: '이미지를 올려 새 팝업을 만들어 보세요.',
}

export function PopupList(props: EditableListProps<PopupRow>) {
  return <EditableList list={list} search="이미지 주소" {...props} />
}
