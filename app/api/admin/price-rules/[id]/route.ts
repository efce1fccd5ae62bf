import { removePriceRuleCall } from '#lib/prices/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { DELETE } = serve(removePriceRuleCall)
