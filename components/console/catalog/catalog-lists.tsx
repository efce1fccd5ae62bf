'use client'

import type { ReactNode } from 'react'
import { categoryRules, platformRules } from '#lib/catalog/errors.ts'
import { categoryRemovalHint, nothingToChooseHints, platformRemovalHint } from '#lib/catalog/labels.ts'
import type { StaffCategory, StaffPlatform } from '#lib/catalog/queries/list-for-staff.ts'
import { formatCount } from '#lib/money/points.ts'
import { Badge } from '../../ui/badge.tsx'
import { DetailFacts } from '../detail.tsx'
import { checkByRules, type FieldDeclaration } from '../editable-list/draft.ts'
import { EditableList, type EditableListProps } from '../editable-list/editable-list.tsx'
import { catalogListDefaults, type ListDeclaration } from '../editable-list/list-declaration.ts'
import { column, rightAlignedColumn, titleColumn } from '../list-columns.tsx'

const nameField: FieldDeclaration = {
  name: 'text',
  label: '이름',
  kind: 'line',
  required: true,
  input: { maxLength: 200 },
}

const VisibleBadge = ({ visible }: StaffPlatform) => (
  <Badge tone={visible ? 'good' : 'neutral'}>{visible ? '보임' : '숨김'}</Badge>
)

const platformList: ListDeclaration<StaffPlatform> = {
  ...catalogListDefaults('플랫폼', platformRemovalHint),
  path: '/admin/services/platforms',
  api: '/api/admin/platforms',
  titleOf: ({ text }) => text,
  columns: [
    titleColumn(
      '플랫폼',
      ({ text, backgroundColor }) => (
        <>
          <span
            aria-hidden="true"
            className="inline-block size-4 rounded-badge align-[-3px]"
            style={{ background: backgroundColor }}
          />{' '}
          <b className="font-semibold">{text}</b>
        </>
      ),
      'wide:w-full',
    ),
    rightAlignedColumn('카테고리', ({ categories }) => `${formatCount(categories)}개`, 'line'),
    column('상태', VisibleBadge, 'badge'),
  ],
  fields: [
    nameField,
    {
      name: 'backgroundColor',
      label: '배경색',
      kind: 'line',
      required: true,
      input: { maxLength: 7 },
      hint: '그림이 놓이는 타일의 색이에요.',
    },
    {
      name: 'visible',
      label: '상점에 보이기',
      kind: 'switch',
      hint: '끄면 속한 카테고리와 상품도 함께 숨어요. 진행 중인 주문은 그대로예요.',
    },
  ],
  check: checkByRules(platformRules),
  blank: { text: '', backgroundColor: '#5b6472', visible: true },
  facts: (row) => (
    <DetailFacts
      facts={[
        ['상태', <VisibleBadge key="status" {...row} />],
        ['카테고리', `${formatCount(row.categories)}개`],
      ]}
    />
  ),
  ordered: true,
}

/** Editable list of the platforms, sorted like the tiles in the shop. */
export function PlatformList(props: EditableListProps<StaffPlatform>) {
  return <EditableList list={platformList} {...props} />
}

const categoryList = (platforms: readonly StaffPlatform[], platform?: number): ListDeclaration<StaffCategory> => ({
  ...catalogListDefaults('카테고리', categoryRemovalHint),
  path: '/admin/services/categories',
  api: '/api/admin/categories',
  titleOf: ({ text }) => text,
  columns: [
    titleColumn(
      '카테고리',
      ({ text, platformText }) => (
        <>
          <b className="font-semibold">{text}</b> <span className="text-ink-3 wide:hidden">· {platformText}</span>
        </>
      ),
      'wide:w-full',
    ),
    column('플랫폼', ({ platformText }) => platformText, 'line', 'max-wide:hidden whitespace-nowrap'),
    rightAlignedColumn('상품', ({ services }) => `${formatCount(services)}개`, 'badge'),
  ],
  fields: [
    {
      name: 'platform',
      label: '플랫폼',
      kind: 'choice',
      numeric: true,
      required: true,
      input: { placeholder: '플랫폼 고르기' },
      options: platforms.map((each) => ({ value: each.id, label: each.text })),
      ...(platforms.length === 0 && { hint: nothingToChooseHints.platforms }),
    },
    nameField,
  ],
  check: checkByRules(categoryRules),
  blank: { text: '', platform },
  facts: (row) => (
    <DetailFacts
      facts={[
        ['플랫폼', row.platformText],
        ['상품', `${formatCount(row.services)}개`],
      ]}
    />
  ),
  ordered: true,
})

interface CategoryListProps extends EditableListProps<StaffCategory> {
  readonly platforms: readonly StaffPlatform[]
  /** Id of the platform whose categories are shown and to which a new category is added; undefined shows all. */
  readonly platform: number | undefined
  readonly tools: ReactNode
}

/** Editable list of the categories, sorted as in the shop. */
export function CategoryList({ platforms, platform, ...props }: CategoryListProps) {
  return <EditableList list={categoryList(platforms, platform)} {...props} />
}
