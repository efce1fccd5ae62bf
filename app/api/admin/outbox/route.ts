import { adminOutboxCall } from '#lib/messages/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(adminOutboxCall)
