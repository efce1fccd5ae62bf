import { settingsCall } from '#lib/settings/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(settingsCall)
