import { redeemCouponCall } from '#lib/promotions/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(redeemCouponCall)
