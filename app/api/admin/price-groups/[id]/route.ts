import { changePriceGroupCall, removePriceGroupCall } from '#lib/prices/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PATCH, DELETE } = serve(changePriceGroupCall, removePriceGroupCall)
