import { adminSettingsCall, saveSettingsCall } from '#lib/settings/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, PUT } = serve(adminSettingsCall, saveSettingsCall)
