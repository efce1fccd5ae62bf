import { setSyncRuleCall } from '#lib/providers/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PUT } = serve(setSyncRuleCall)
