import { compareDayCall } from '#lib/books/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(compareDayCall)
