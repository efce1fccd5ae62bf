import { priceRulesCall, setPriceRuleCall } from '#lib/prices/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, PUT } = serve(priceRulesCall, setPriceRuleCall)
