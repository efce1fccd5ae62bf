import { z } from 'zod'
import { text } from '#lib/core/text.ts'

/** Largest upload. */
export const MOST_IMAGE_BYTES = 2 * 1_024 * 1_024

/** Base64 adds a third to the bytes; the rest is for the JSON around it. */
export const MOST_BASE64 = Math.ceil(MOST_IMAGE_BYTES / 3) * 4 + 64 * 1_024

/** An image as base64. Text beyond this length is too large in any case; the exact limit is checked on the bytes. */
export const assetInput = z.object({ data: text(MOST_BASE64) })
export const assetRow = z.object({
  imageUrl: z.string(),
  contentType: z.string(),
  width: z.int(),
  height: z.int(),
  size: z.int(),
})

export type AssetRow = z.output<typeof assetRow>
