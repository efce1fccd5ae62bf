'use client'

import type { ReactNode } from 'react'
import { categoryRules } from '#lib/catalog/errors.ts'
import { removalHint } from '#lib/catalog/labels.ts'
import type { StaffCategory, StaffPlatform } from '#lib/catalog/queries/list-for-staff.ts'
import { formatCount } from '#lib/money/points.ts'
import { Facts } from '../../ui/amount.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import type { Column } from '../../ui/table.tsx'
import { textOf } from '../../ui/use-form.ts'
import { FormList } from '../form-list.tsx'
import type { RowKind } from '../row-form.tsx'
import { RowLink } from '../row-link.tsx'

type Values = { text: string; platform: number }

const kindWith = (platforms: readonly StaffPlatform[]): RowKind<StaffCategory, Values> => ({
  noun: '카테고리',
  path: '/api/admin/categories',
  fields: (row, errorOf) => (
    <>
      <SelectField
        label="플랫폼"
        name="platform"
        required
        dense
        placeholder="플랫폼 고르기"
        options={platforms.map((each) => ({ value: each.id, label: each.text }))}
        defaultValue={row.platform ?? ''}
        error={errorOf('platform')}
      />
      <TextField
        label="이름"
        name="text"
        required
        dense
        maxLength={200}
        defaultValue={row.text}
        error={errorOf('text')}
      />
    </>
  ),
  read: (data) => ({ text: textOf(data, 'text').trim(), platform: Number(textOf(data, 'platform')) }),
  rules: categoryRules,
  nameOf: ({ text }) => text,
  removal: removalHint,
})

const columns: readonly Column<StaffCategory>[] = [
  {
    key: 'name',
    head: '카테고리',
    cell: ({ id, text, platformText }) => (
      <RowLink href={`/admin/services/categories?id=${id}`}>
        <b className="font-semibold">{text}</b> <span className="text-ink-3 wide:hidden">· {platformText}</span>
      </RowLink>
    ),
    className: 'wide:w-full',
    phone: 'title',
  },
  {
    key: 'platform',
    head: '플랫폼',
    cell: ({ platformText }) => platformText,
    className: 'max-wide:hidden whitespace-nowrap',
    phone: 'line',
  },
  {
    key: 'services',
    head: '상품',
    cell: ({ services }) => `${formatCount(services)}개`,
    align: 'right',
    phone: 'badge',
  },
]

/** The categories, in the shop's order. */
export function CategoryList({
  rows,
  platforms,
  platform,
  chosen,
  tools,
  mayAct,
}: {
  readonly rows: readonly StaffCategory[]
  readonly platforms: readonly StaffPlatform[]
  /** The one whose categories are shown, which is where a new one goes. */
  readonly platform: number | undefined
  readonly chosen: number | undefined
  readonly tools: ReactNode
  readonly mayAct: boolean
}) {
  return (
    <FormList
      kind={kindWith(platforms)}
      rows={rows}
      chosen={chosen}
      columns={columns}
      tools={tools}
      start={{ platform }}
      mayAct={mayAct}
      ordered
      facts={(row) => (
        <Facts
          align="start"
          className="text-s"
          facts={[
            { term: '플랫폼', value: row.platformText },
            { term: '상품', value: `${formatCount(row.services)}개` },
          ]}
        />
      )}
    />
  )
}
