import { uploadAssetCall } from '#lib/file-storage/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(uploadAssetCall)
