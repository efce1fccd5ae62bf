import { createPromotionCall, promotionsCall } from '#lib/promotions/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, POST } = serve(promotionsCall, createPromotionCall)
