import { answerTemplatesCall, createAnswerTemplateCall } from '#lib/questions/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, POST } = serve(answerTemplatesCall, createAnswerTemplateCall)
