'use client'

import { platformRules } from '#lib/catalog/errors.ts'
import { removalHint } from '#lib/catalog/labels.ts'
import type { StaffPlatform } from '#lib/catalog/queries/list-for-staff.ts'
import { formatCount } from '#lib/money/points.ts'
import { Facts } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { TextField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { Column } from '../../ui/table.tsx'
import { textOf } from '../../ui/use-form.ts'
import { FormList } from '../form-list.tsx'
import type { RowKind } from '../row-form.tsx'
import { RowLink } from '../row-link.tsx'

type Values = { text: string; backgroundColor: string; visible: boolean }

const kind: RowKind<StaffPlatform, Values> = {
  noun: '플랫폼',
  path: '/api/admin/platforms',
  fields: (row, errorOf) => (
    <>
      <TextField
        label="이름"
        name="text"
        required
        dense
        maxLength={200}
        defaultValue={row.text}
        error={errorOf('text')}
      />
      <TextField
        label="배경색"
        name="backgroundColor"
        required
        dense
        autoComplete="off"
        maxLength={7}
        defaultValue={row.backgroundColor ?? '#5b6472'}
        hint="그림이 놓이는 타일의 색이에요."
        error={errorOf('backgroundColor')}
      />
      <Switch
        label="상점에 보이기"
        hint="끄면 속한 카테고리와 상품도 함께 숨어요. 진행 중인 주문은 그대로예요."
        name="visible"
        defaultChecked={row.visible ?? true}
      />
    </>
  ),
  read: (data) => ({
    text: textOf(data, 'text').trim(),
    backgroundColor: textOf(data, 'backgroundColor').trim(),
    visible: data.get('visible') !== null,
  }),
  rules: platformRules,
  nameOf: ({ text }) => text,
  removal: removalHint,
}

function Swatch({ colour }: { readonly colour: string }) {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-4 rounded-badge align-[-3px]"
      style={{ background: colour }}
    />
  )
}

const VisibleBadge = ({ visible }: StaffPlatform) => (
  <Badge tone={visible ? 'good' : 'neutral'}>{visible ? '보임' : '숨김'}</Badge>
)

const columns: readonly Column<StaffPlatform>[] = [
  {
    key: 'name',
    head: '플랫폼',
    cell: ({ id, text, backgroundColor }) => (
      <RowLink href={`/admin/services/platforms?id=${id}`}>
        <Swatch colour={backgroundColor} /> <b className="font-semibold">{text}</b>
      </RowLink>
    ),
    className: 'wide:w-full',
    phone: 'title',
  },
  {
    key: 'categories',
    head: '카테고리',
    cell: ({ categories }) => `${formatCount(categories)}개`,
    align: 'right',
    phone: 'line',
  },
  { key: 'visible', head: '상태', cell: VisibleBadge, phone: 'badge' },
]

/** The platforms, in the order of the shop's tiles. */
export function PlatformList({
  rows,
  chosen,
  mayAct,
}: {
  readonly rows: readonly StaffPlatform[]
  readonly chosen: number | undefined
  readonly mayAct: boolean
}) {
  return (
    <FormList
      kind={kind}
      rows={rows}
      chosen={chosen}
      columns={columns}
      start={{}}
      mayAct={mayAct}
      ordered
      facts={(row) => (
        <Facts
          align="start"
          className="text-s"
          facts={[
            { term: '상태', value: <VisibleBadge {...row} /> },
            { term: '카테고리', value: `${formatCount(row.categories)}개` },
          ]}
        />
      )}
    />
  )
}
