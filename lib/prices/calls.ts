import { z } from 'zod'
import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { idParams } from '#lib/core/wire.ts'
import { changedFields, editableList } from '#lib/editable-lists/editable-list.ts'
import { changeRow } from '#lib/editable-lists/save-row.ts'
import { priceRulesForStaff } from './queries/list-rules.ts'
import { refuseOwnPrices } from './refuse-own-prices.ts'
import {
  memberGroup,
  memberGroupInput,
  type PriceGroupRow,
  priceGroupRow,
  priceRuleInput,
  priceRuleList,
  priceRuleQuery,
  priceRuleRow,
} from './schema.ts'
import { setMemberGroup } from './set-member-group.ts'
import { removePriceRule, setPriceRule } from './set-price-rule.ts'
import { priceGroupStaffList } from './staff-lists.ts'

export const {
  read: adminPriceGroupsCall,
  create: createPriceGroupCall,
  remove: removePriceGroupCall,
} = editableList(priceGroupStaffList)

export const changePriceGroupCall = call({
  method: 'PATCH',
  path: '/api/admin/price-groups/{id}',
  access: 'MANAGER',
  params: idParams,
  body: changedFields,
  answer: priceGroupRow,
  run: async ({ db, params: { id }, body, ...context }) => {
    const actor = staffActor(context)
    await refuseOwnPrices(db, actor, { action: 'price-group.change', memberId: null, groupId: id })
    return changeRow(priceGroupStaffList, actor, { id, given: body }) as Promise<PriceGroupRow>
  },
})

export const priceRulesCall = call({
  method: 'GET',
  path: '/api/admin/price-rules',
  access: 'SUPPORT',
  query: priceRuleQuery,
  answer: priceRuleList,
  run: ({ db, query }) => priceRulesForStaff(db, query),
})

export const setPriceRuleCall = call({
  method: 'PUT',
  path: '/api/admin/price-rules',
  access: 'MANAGER',
  body: priceRuleInput,
  answer: priceRuleRow,
  run: ({ db, body, ...context }) => setPriceRule(db, staffActor(context), body),
})

export const removePriceRuleCall = call({
  method: 'DELETE',
  path: '/api/admin/price-rules/{id}',
  access: 'MANAGER',
  params: idParams,
  answer: z.object({ id: z.int() }),
  run: ({ db, params, ...context }) => removePriceRule(db, staffActor(context), params),
})

export const setMemberGroupCall = call({
  method: 'PUT',
  path: '/api/admin/members/{id}/price-group',
  access: 'MANAGER',
  params: idParams,
  body: memberGroupInput,
  answer: memberGroup,
  run: ({ db, params: { id }, body, ...context }) =>
    setMemberGroup(db, staffActor(context), { memberId: id, groupId: body.groupId }),
})
