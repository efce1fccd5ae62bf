import { bankDayCall, importStatementCall } from '#lib/deposits/statements/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, POST } = serve(bankDayCall, importStatementCall)
