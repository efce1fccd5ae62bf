import { resolveTaskCall } from '#lib/tasks/resolution/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(resolveTaskCall)
