import { readRetainedRecordsCall } from '#lib/retained-records/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(readRetainedRecordsCall)
