import { adminSettingsCall } from '#lib/settings/calls.ts'
import { saveSettingsCall } from '#lib/settings/saving/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, PUT } = serve(adminSettingsCall, saveSettingsCall)
