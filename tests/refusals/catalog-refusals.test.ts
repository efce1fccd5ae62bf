import { expect, test } from 'vitest'
import { makeStaff } from '#lib/approvals/decisions/testing/staff.ts'
import {
  changeServiceCall,
  createCategoryCall,
  createPlatformCall,
  createServiceCall,
  restoreServiceCall,
  undoPricesCall,
} from '#lib/catalog/calls.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import type { Call } from '#lib/core/call.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import {
  createPriceGroupCall,
  removePriceRuleCall,
  setMemberPriceGroupCall,
  setPriceRuleCall,
} from '#lib/prices/calls.ts'
import {
  addProviderCall,
  applyServicesCall,
  importServicesCall,
  providerAttemptsCall,
  removeProviderCall,
  setProviderPricingCall,
  setRoutesCall,
  setSyncRuleCall,
} from '#lib/providers/calls.ts'
import { continueTakeOverCall, stopTakeOverCall } from '#lib/providers/take-over/calls.ts'
import { makeDeliveredService, makeProvider } from '#lib/providers/testing/providers.ts'
import { type Headers, send } from '#lib/web/testing/caller.ts'

const noId = 999_999_999

/**
 * A body, and the status and sentence with which it must be refused. The sentence is the message of the response or of
 * one of its fields.
 */
type Refusal = readonly [body: unknown, status: number, sentence: string]

/** Sends each body to the call and expects its refusal. Sends as an OWNER unless `headers` is given. */
async function expectRefused(call: Call, id: number, refusals: readonly Refusal[], headers?: Headers) {
  const ownHeaders = headers ?? (await makeStaff('OWNER')).headers
  for (const [body, status, sentence] of refusals) {
    const { status: given, json } = await send(call, {
      headers: ownHeaders,
      path: call.path.replace('{id}', String(id)),
      body,
    })
    const shown = json.issues?.[0]?.message ?? json.message
    expect({ status: given, shown }, JSON.stringify(body)?.slice(0, 200)).toEqual({ status, shown: sentence })
  }
}

const categoryOf = async (serviceId: number) =>
  (await oneRow<{ categoryId: number }>(db(), 'SELECT category_id FROM services WHERE id = $1', [serviceId])).categoryId

test('a service is refused by the contract’s sentence of its field, new or changed', async () => {
  const serviceId = await makeService()
  const right = { categoryId: await categoryOf(serviceId), text: '상품', point: 1, min: 1, max: 10 }
  const broken: [changes: object, sentence: string][] = [
    [{ text: ' ' }, '이름을 1~200자로 입력해 주세요.'],
    [{ text: '가'.repeat(201) }, '이름을 1~200자로 입력해 주세요.'],
    [{ point: -1 }, '가격은 0 이상, 소수 다섯째 자리까지 입력해 주세요.'],
    [{ point: 0.000001 }, '가격은 0 이상, 소수 다섯째 자리까지 입력해 주세요.'],
    [{ min: 0 }, '최소 수량은 1 이상의 정수로 입력해 주세요.'],
    [{ max: 0 }, '최대 수량은 1 이상의 정수로 입력해 주세요.'],
    [{ min: 6, max: 5 }, '최대 수량이 최소 수량보다 적어요.'],
    [{ refillDays: 3_651 }, '리필 기간은 0일부터 3,650일까지 입력해 주세요.'],
    [{ type: 'Package', max: 2 }, '패키지는 최소 수량과 최대 수량을 1로 입력해 주세요.'],
    [{ type: 'Poll', enableAuto: true }, '자동주문은 기본 방식의 상품만 받을 수 있어요.'],
    [{ notice: '가'.repeat(10_001) }, '설명은 10,000자까지 입력할 수 있어요.'],
    [{ providerId: 1, providerServiceId: ' ' }, '공급사의 상품 번호를 입력해 주세요.'],
    [{ cost: 0.000001 }, '원가는 0 이상, 소수 다섯째 자리까지 입력해 주세요.'],
  ]
  const created = broken.map(([changes, sentence]): Refusal => [{ ...right, ...changes }, 400, sentence])
  await expectRefused(createServiceCall, 0, created)
  await expectRefused(
    changeServiceCall,
    serviceId,
    broken.map(([changes, sentence]): Refusal => [changes, 400, sentence]),
  )
  await expectRefused(createPlatformCall, 0, [
    [{ text: '' }, 400, '이름을 1~200자로 입력해 주세요.'],
    [{ text: '플랫폼', backgroundColor: 'red' }, 400, '배경색은 #d6249f 처럼 입력해 주세요.'],
  ])
  await expectRefused(createCategoryCall, 0, [[{ text: '', platform: 1 }, 400, '이름을 1~200자로 입력해 주세요.']])
  await expectRefused(restoreServiceCall, serviceId, [[undefined, 409, '이미 판매 목록에 있는 상품이에요.']])
  await expectRefused(undoPricesCall, noId, [[undefined, 404, '존재하지 않는 가격 변경이에요.']])
})

test('a price rule is refused by the contract’s sentence, in the order of its table', async () => {
  const serviceId = await makeService({ price: 10 })
  await db().rows('UPDATE services SET unit_cost = 800_000 WHERE id = $1', [serviceId])
  const [{ id: memberNo }, categoryId] = [await makeMember(), await categoryOf(serviceId)]
  const { headers } = await makeStaff('OWNER')
  const { json: group } = await send(createPriceGroupCall, { headers, body: { name: '단골', percent: 5 } })
  const own = { memberNo, serviceId }
  const unknown = '회원이나 그룹, 상품을 찾을 수 없어요. 다시 골라 주세요.'
  const onlyOwner = '원가보다 낮은 가격은 소유자만 정할 수 있어요.'
  await expectRefused(setPriceRuleCall, 0, [
    [{ serviceId, percent: 5 }, 400, '그룹과 회원 중 하나만 골라 주세요.'],
    [{ ...own, groupId: group.id, percent: 5 }, 400, '그룹과 회원 중 하나만 골라 주세요.'],
    [{ ...own, categoryId, percent: 5 }, 400, '상품과 카테고리 중 하나만 골라 주세요.'],
    [
      { groupId: group.id, percent: 5 },
      400,
      '그룹의 전체 할인은 그룹에서 정해 주세요. 여기서는 상품이나 카테고리를 골라 주세요.',
    ],
    [own, 400, '할인율과 가격 중 하나만 입력해 주세요.'],
    [{ ...own, percent: 5, point: 5 }, 400, '할인율과 가격 중 하나만 입력해 주세요.'],
    [{ ...own, percent: 90.01 }, 400, '할인율은 0~90%, 소수 둘째 자리까지 입력해 주세요.'],
    [{ ...own, percent: 1.005 }, 400, '할인율은 0~90%, 소수 둘째 자리까지 입력해 주세요.'],
    [{ memberNo, categoryId, point: 5 }, 400, '가격은 상품 하나에만 정할 수 있어요.'],
    [{ ...own, point: 0 }, 400, '가격은 0보다 크게, 소수 다섯째 자리까지 입력해 주세요.'],
    [{ ...own, point: 5, belowCost: true }, 400, '원가보다 낮게 파는 이유를 입력해 주세요.'],
    [{ ...own, point: 7.99999 }, 403, onlyOwner],
    [{ ...own, memberNo: noId, percent: 5 }, 404, unknown],
    [{ ...own, serviceId: noId, percent: 5 }, 404, unknown],
    [{ groupId: noId, serviceId, percent: 5 }, 404, unknown],
  ])
  const belowCost = { ...own, point: 5, belowCost: true, reason: '행사' }
  await expectRefused(setPriceRuleCall, 0, [[belowCost, 403, onlyOwner]], (await makeStaff('MANAGER')).headers)
  await expectRefused(createPriceGroupCall, 0, [
    [{ name: ' ', percent: 5 }, 400, '그룹 이름을 입력해 주세요.'],
    [{ name: '도매', percent: 91 }, 400, '할인율은 0~90%, 소수 둘째 자리까지 입력해 주세요.'],
  ])
  await expectRefused(removePriceRuleCall, noId, [[undefined, 404, '존재하지 않는 가격 규칙이에요.']])
  await expectRefused(setMemberPriceGroupCall, memberNo, [[{ groupId: noId }, 404, unknown]])
  await expectRefused(setMemberPriceGroupCall, noId, [[{ groupId: group.id }, 404, unknown]])
})

test('what staff ask of a provider that isn’t there, or that is in use, is refused by the contract’s sentence', async () => {
  const providerId = await makeProvider({ url: 'http://127.0.0.1:1/', key: 'k' })
  const serviceId = await makeDeliveredService([providerId])
  const unknownProvider = '존재하지 않는 공급사예요.'
  const pricing = { exchangeRate: 1, margin: 0, autoSync: false }
  const picks = [{ remoteId: '1', categoryId: await categoryOf(serviceId), rule: 'FOLLOW' }]
  await expectRefused(addProviderCall, 0, [
    [{ name: 'A', apiUrl: 'a.example', key: 'k' }, 400, '공급사 주소는 외부에 공개된 https 주소여야 해요.'],
  ])
  await expectRefused(providerAttemptsCall, noId, [[undefined, 404, unknownProvider]])
  await expectRefused(setProviderPricingCall, noId, [[pricing, 404, unknownProvider]])
  await expectRefused(removeProviderCall, noId, [[undefined, 404, unknownProvider]])
  await expectRefused(removeProviderCall, providerId, [
    [undefined, 409, '이 공급사로 보낸 주문이나 상품이 있어 삭제할 수 없어요. 주문 보내기를 꺼 주세요.'],
  ])
  await expectRefused(applyServicesCall, providerId, [[{ previewId: noId }, 404, '존재하지 않는 미리보기예요.']])
  await expectRefused(importServicesCall, providerId, [[{ picks }, 404, '공급사에 없는 상품이에요.']])
  await expectRefused(importServicesCall, noId, [[{ picks }, 404, unknownProvider]])
  await expectRefused(setRoutesCall, serviceId, [
    [{ routes: [{ providerId: noId, providerServiceId: '1' }] }, 404, unknownProvider],
  ])
  const route = { providerId, providerServiceId: '1' }
  await expectRefused(setRoutesCall, serviceId, [
    [{ routes: Array.from({ length: 11 }, () => route) }, 400, '10개까지 보낼 수 있어요'],
  ])
  await expectRefused(importServicesCall, providerId, [
    [{ picks: Array.from({ length: 201 }, () => picks[0]) }, 400, '200개까지 보낼 수 있어요'],
  ])
  await expectRefused(setSyncRuleCall, noId, [[{ rule: 'FOLLOW', margin: 0 }, 404, '공급사에 없는 상품이에요.']])
  for (const call of [continueTakeOverCall, stopTakeOverCall])
    await expectRefused(call, providerId, [[undefined, 404, '가져오던 목록이 없어요.']])
})
