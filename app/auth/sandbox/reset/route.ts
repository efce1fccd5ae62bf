import { resetSandboxCall } from '#lib/sandbox/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(resetSandboxCall)
