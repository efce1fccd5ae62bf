import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { makeBonusInput, makeCouponInput, makePromotion } from './promotions.ts'

export const callTestRows: CallTestRows = {
  'GET /api/admin/promotions': {
    access: 'SUPPORT',
    query: { good: 'kind=BONUS&size=10&cursor=9', bad: ['kind=GIFT', 'size=201', 'cursor=0', 'cursor=x'] },
  },
  'POST /api/admin/promotions': {
    access: 'MANAGER',
    status: 201,
    body: () => makeBonusInput(),
    headers: reauthHeaders,
  },
  'POST /api/admin/promotions/{id}/stop': {
    access: 'MANAGER',
    id: async () => (await makePromotion(makeBonusInput())).id,
  },
  'POST /service/coupon': {
    access: 'member',
    refusesStaff: true,
    status: 201,
    body: async () => ({ code: (await makePromotion(makeCouponInput())).code }),
    malformed: '쿠폰 번호를 확인해 주세요.',
  },
}
