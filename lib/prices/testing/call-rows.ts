import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { callTestRowsOfList } from '#lib/editable-lists/testing/list-call-rows.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { makePriceGroup, makePriceRule } from './prices.ts'

let names = 0

const makeRule = async (): Promise<number> => {
  await makePriceRule({ memberId: (await makeMember()).id, percent: 500 })
  return (await oneRow<{ id: number }>(db(), 'SELECT max(id) AS id FROM price_rules')).id
}

export const callTestRows: CallTestRows = {
  'GET /service/search': {
    access: 'anyone',
    query: { good: 'q=%E3%85%87%E3%85%85%E3%85%8C', bad: [`q=${'a'.repeat(101)}`] },
  },
  ...callTestRowsOfList(
    'price-groups',
    () => ({ name: `단골 ${++names}`, percent: 5.5 }),
    () => makePriceGroup(),
  ),
  'GET /api/admin/price-rules': {
    access: 'SUPPORT',
    query: { good: 'group=1&member=2&size=10&cursor=9', bad: ['group=x', 'member=0', 'size=201', 'cursor=-1'] },
  },
  'PUT /api/admin/price-rules': {
    access: 'MANAGER',
    body: async () => ({
      groupId: await makePriceGroup(),
      serviceId: await makeService(),
      percent: 10,
      reason: '대량 주문',
    }),
  },
  'DELETE /api/admin/price-rules/{id}': { access: 'MANAGER', id: makeRule },
  'PUT /api/admin/members/{id}/price-group': {
    access: 'MANAGER',
    id: async () => (await makeMember()).id,
    body: async () => ({ groupId: await makePriceGroup() }),
  },
}
