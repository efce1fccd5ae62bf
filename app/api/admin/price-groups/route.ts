import { adminPriceGroupsCall, createPriceGroupCall } from '#lib/prices/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, POST } = serve(adminPriceGroupsCall, createPriceGroupCall)
