import { z } from 'zod'
import { staffActor } from '#lib/audit/actor.ts'
import { isOrderable } from '#lib/catalog/orderable.ts'
import { searchServices } from '#lib/catalog/queries/search-services.ts'
import { detectDeviceKind, displayName } from '#lib/catalog/rules.ts'
import { searchQuery, serviceSearchResult } from '#lib/catalog/schema.ts'
import { call } from '#lib/core/call.ts'
import { idParams } from '#lib/core/wire.ts'
import { changeRowInput, editableList } from '#lib/editable-lists/editable-list.ts'
import { changeRow } from '#lib/editable-lists/save-row.ts'
import { unitPriceToNumber } from '#lib/money/prices.ts'
import { settings } from '#lib/settings/queries.ts'
import { priceRulesForStaff } from './queries/list-rules.ts'
import { pricedCatalog, withPriceTerms } from './queries.ts'
import { refuseOwnPrices } from './refuse-own-prices.ts'
import {
  memberPriceGroup,
  memberPriceGroupInput,
  type PriceGroupRow,
  priceGroupRow,
  priceRuleInput,
  priceRuleList,
  priceRuleQuery,
  priceRuleRow,
} from './schema.ts'
import { setMemberPriceGroup } from './set-member-price-group.ts'
import { removePriceRule, setPriceRule } from './set-price-rule.ts'
import { priceGroupStaffList } from './staff-lists.ts'

/**
 * Maximum number of services in a response of the search. A member who doesn't find his service among them must refine
 * his search.
 */
const MAX_RESULTS = 30

/** The services that a search text finds, at most MAX_RESULTS, each at the price that the caller pays. */
export const searchServicesCall = call({
  method: 'GET',
  path: '/service/search',
  access: 'anyone',
  query: searchQuery,
  answer: serviceSearchResult,
  run: async ({ db, query, caller, device }) => {
    const [{ rows, total }, { termsOf }, site] = await Promise.all([
      searchServices(db, query.q, MAX_RESULTS),
      pricedCatalog(db),
      settings(db),
    ])
    const terms = termsOf(caller?.memberId ?? null)
    const shown = { showId: site.ENABLE_VISIBLE_SERVICE_ID, device: detectDeviceKind(device) }
    const foundServices = rows.map(({ service, platform, category }) => ({
      id: service.id,
      text: displayName(service, shown),
      platform,
      category,
      point: unitPriceToNumber(withPriceTerms(service, terms).unitPrice),
      orderable: isOrderable(service, site.ENABLE_SERVICE_CHECK),
    }))
    return { total, rows: foundServices }
  },
})

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
  body: changeRowInput,
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

export const setMemberPriceGroupCall = call({
  method: 'PUT',
  path: '/api/admin/members/{id}/price-group',
  access: 'MANAGER',
  params: idParams,
  body: memberPriceGroupInput,
  answer: memberPriceGroup,
  run: ({ db, params: { id }, body, ...context }) =>
    setMemberPriceGroup(db, staffActor(context), { memberId: id, ...body }),
})
