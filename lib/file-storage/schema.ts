import { z } from 'zod'
import { text } from '#lib/core/text.ts'

/** Largest image that staff may upload, in bytes. */
export const MAX_IMAGE_BYTES = 2 * 1_024 * 1_024

/** Largest body of an upload, in bytes: base64 is a third longer than the image, plus room for the JSON around it. */
export const maxUploadBodyBytes = (maxBytes: number): number => Math.ceil(maxBytes / 3) * 4 + 64 * 1_024

/** Largest body of an upload of an image by staff, in bytes. */
export const MAX_UPLOAD_BODY_BYTES = maxUploadBodyBytes(MAX_IMAGE_BYTES)

/**
 * Body of an upload: an image as base64. This maximum only refuses texts that are too long for any allowed image; the
 * exact limit is checked on the decoded bytes.
 */
export const assetInput = z.object({ data: text(MAX_UPLOAD_BODY_BYTES) })
/** An uploaded image; width and height in pixels. */
export const assetRow = z.object({
  imageUrl: z.string(),
  contentType: z.string(),
  width: z.int(),
  height: z.int(),
  /** Size in bytes. */
  size: z.int(),
})

/** An uploaded image. */
export type AssetRow = z.output<typeof assetRow>
