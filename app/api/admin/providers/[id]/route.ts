import { changeProviderCall, removeProviderCall } from '#lib/providers/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PATCH, DELETE } = serve(changeProviderCall, removeProviderCall)
