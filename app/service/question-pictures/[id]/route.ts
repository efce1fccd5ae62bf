import { pictureCall } from '#lib/questions/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(pictureCall)
