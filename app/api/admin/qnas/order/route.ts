import { arrangeQnasCall } from '#lib/content/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PUT } = serve(arrangeQnasCall)
