import { checkBooksCall } from '#lib/books/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(checkBooksCall)
