import { z } from 'zod'
import { text } from '#lib/core/text.ts'

/** Largest upload. */
export const MOST_IMAGE_BYTES = 2 * 1_024 * 1_024

/** Base64 is a third longer than what it spells; the rest is room for its JSON. */
export const MOST_BASE64 = Math.ceil(MOST_IMAGE_BYTES / 3) * 4 + 64 * 1_024

/** A picture as base64. Past this length it is larger than any that is taken; the exact limit is told by its bytes. */
export const assetInput = z.object({ data: text(MOST_BASE64) })
export const assetRow = z.object({
  imageUrl: z.string(),
  contentType: z.string(),
  width: z.int(),
  height: z.int(),
  size: z.int(),
})

export type AssetRow = z.output<typeof assetRow>
