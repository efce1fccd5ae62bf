import { setMemberPriceGroupCall } from '#lib/prices/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PUT } = serve(setMemberPriceGroupCall)
