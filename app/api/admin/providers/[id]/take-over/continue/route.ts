import { continueTakeOverCall } from '#lib/providers/take-over/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(continueTakeOverCall)
