import { endOtherSessionsCall, sessionsCall } from '#lib/sessions/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, DELETE } = serve(sessionsCall, endOtherSessionsCall)
