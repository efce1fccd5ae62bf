import { imageTooLarge, notAnImage } from './errors.ts'

/** Decodes an uploaded file from base64. @throws BAD_INPUT the text isn't base64; TOO_LARGE */
export function decodeImage(data: string, maxBytes: number): Buffer {
  const bytes = Buffer.from(data, 'base64')
  // Node skips invalid characters when it decodes base64, so the decoded bytes are encoded again and compared with the
  // input.
  if (bytes.toString('base64') !== data) throw notAnImage()
  if (bytes.length > maxBytes) throw imageTooLarge(maxBytes)
  return bytes
}
