import { markQuestionReadCall } from '#lib/questions/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(markQuestionReadCall)
