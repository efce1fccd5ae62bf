import { addProviderCall, providersCall } from '#lib/providers/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, POST } = serve(providersCall, addProviderCall)
