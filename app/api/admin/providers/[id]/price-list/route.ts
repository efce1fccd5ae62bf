import { providerPricingCall, setProviderPricingCall } from '#lib/providers/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, PUT } = serve(providerPricingCall, setProviderPricingCall)
