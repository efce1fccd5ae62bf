import { importStatementCall } from '#lib/deposits/statements/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(importStatementCall)
