import { changeAnswerTemplateCall, removeAnswerTemplateCall } from '#lib/questions/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PATCH, DELETE } = serve(changeAnswerTemplateCall, removeAnswerTemplateCall)
