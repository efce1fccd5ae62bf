import { setFavoriteCall } from '#lib/favorites/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PUT } = serve(setFavoriteCall)
