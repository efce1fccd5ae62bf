'use client'

import { formatCount } from '#lib/money/points.ts'
import { priceGroupRules } from '#lib/prices/errors.ts'
import { MAX_DISCOUNT_PERCENT } from '#lib/prices/labels.ts'
import type { PriceGroupRow } from '#lib/prices/schema.ts'
import { percentText } from '#lib/prices/staff-labels.ts'
import { checkByRules } from '../editable-list/draft.ts'
import { EditableList, type EditableListProps } from '../editable-list/editable-list.tsx'
import { contentListDefaults, type ListDeclaration } from '../editable-list/list-declaration.ts'
import { rightAlignedColumn, titleColumn } from '../list-columns.tsx'
import { PriceRules } from './price-rules.tsx'

type GroupListProps = EditableListProps<PriceGroupRow> & {
  readonly mayGoBelowCost: boolean
  /** Number of members by group id; a group without members may be missing. */
  readonly members: Readonly<Record<number, number>>
}

const groupList = ({
  mayAct,
  mayGoBelowCost,
  members,
}: Pick<GroupListProps, 'mayAct' | 'mayGoBelowCost' | 'members'>): ListDeclaration<PriceGroupRow> => ({
  ...contentListDefaults('가격 그룹', '단골이나 리셀러를 위한 그룹을 만들어 보세요.'),
  path: '/admin/price-groups',
  titleOf: ({ name }) => name,
  columns: [
    titleColumn('가격 그룹', ({ name }) => name, 'wide:w-full wide:max-w-0 wide:truncate max-wide:wrap-anywhere'),
    rightAlignedColumn('회원', ({ id }) => `${formatCount(members[id] ?? 0)}명`, 'line'),
    rightAlignedColumn('전체 할인', ({ percent }) => percentText(percent), 'amount'),
  ],
  fields: [
    {
      name: 'name',
      label: '그룹 이름',
      kind: 'line',
      required: true,
      hint: '회원에게는 보이지 않아요.',
      input: { maxLength: 41 },
    },
    {
      name: 'percent',
      label: '전체 상품 할인율 (%)',
      kind: 'number',
      whenEmpty: 0,
      hint: `0~${MAX_DISCOUNT_PERCENT}%예요. 원가보다 낮아지는 상품은 원가까지만 할인해요.`,
    },
  ],
  check: checkByRules(priceGroupRules),
  blank: { name: '', percent: 0 },
  records: ({ id }) => <PriceRules owner={{ groupId: id }} mayAct={mayAct} mayGoBelowCost={mayGoBelowCost} />,
  search: '그룹 이름',
})

/**
 * Editable list of the price groups. The detail of a group has its discount on everything and its rules for single
 * services and categories.
 */
export function PriceGroupList({ mayGoBelowCost, members, ...props }: GroupListProps) {
  return <EditableList list={groupList({ mayAct: props.mayAct, mayGoBelowCost, members })} {...props} />
}
