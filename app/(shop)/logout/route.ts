import { signOutCall } from '#lib/sessions/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(signOutCall)
