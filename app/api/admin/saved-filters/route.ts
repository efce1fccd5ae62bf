import { savedFiltersCall, saveFilterCall } from '#lib/staff/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, POST } = serve(savedFiltersCall, saveFilterCall)
