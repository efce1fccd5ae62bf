import { providerAttemptsCall } from '#lib/providers/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(providerAttemptsCall)
