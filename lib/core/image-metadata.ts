import type { ImageTypeAndSize } from './inspect-image.ts'

const pngChunks = new Set('IHDR PLTE tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs IDAT IEND'.split(' '))

function cleanPng(bytes: Buffer): Buffer | null {
  const parts = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length; ) {
    const kind = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    if (pngChunks.has(kind)) parts.push(bytes.subarray(at, end))
    if (kind === 'IEND') return Buffer.concat(parts)
    at = end
  }
  return null
}

const webpChunks = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']

/** Bits in the flags of a VP8X chunk that announce chunks with EXIF (0x08) and XMP (0x04). */
const WEBP_METADATA_FLAGS = 0x0c

function cleanWebp(bytes: Buffer): Buffer | null {
  const end = 8 + bytes.readUInt32LE(4)
  const parts: Buffer[] = []
  for (let at = 12; at + 8 <= end; ) {
    const kind = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    if (at + 8 + length > bytes.length) return null
    const chunk = Buffer.alloc(8 + length + (length % 2))
    bytes.copy(chunk, 0, at, at + 8 + length)
    if (kind === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~WEBP_METADATA_FLAGS
    if (webpChunks.includes(kind)) parts.push(chunk)
    at += chunk.length
  }
  const head = Buffer.from(bytes.subarray(0, 12))
  const cleaned = Buffer.concat([head, ...parts])
  cleaned.writeUInt32LE(cleaned.length - 8, 4)
  return cleaned
}

const jpegMarker = { end: 0xd9, scan: 0xda, app0: 0xe0, exif: 0xe1, app15: 0xef, comment: 0xfe } as const

/** First bytes, by marker, of the application segments that stay, because they change how a JPEG looks. */
const jpegSegments: Readonly<Record<number, string>> = { 224: 'JFIF\0', 226: 'ICC_PROFILE\0', 238: 'Adobe' }

const isNeededSegment = (marker: number, data: Buffer): boolean => {
  if (marker === jpegMarker.comment) return false
  if (marker < jpegMarker.app0 || marker > jpegMarker.app15) return true
  const begin = jpegSegments[marker]
  return begin !== undefined && data.toString('latin1', 0, begin.length) === begin
}

/**
 * Offset of the first marker after the scan data that begins at `start`; the end of `bytes` if there is none. A 0xff
 * within scan data doesn't begin a marker that ends the scan: it is followed by 0, another 0xff, or the code of a
 * restart marker.
 */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isData) return at
  }
  return bytes.length
}

const EXIF_HEAD = 'Exif\0\0'
const ORIENTATION_TAG = 0x0112

/** Orientation in the Exif data of a segment, from 1 (upright) to 8; 0 if the data have none. */
function orientationOf(data: Buffer): number {
  if (data.length < 14 || data.toString('latin1', 0, 6) !== EXIF_HEAD) return 0
  const tiff = data.subarray(6)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const entries = short(first)
  for (let entry = first + 2; entry < first + 2 + 12 * entries && entry + 12 <= tiff.length; entry += 12)
    if (short(entry) === ORIENTATION_TAG) return short(entry + 8) <= 8 ? short(entry + 8) : 0
  return 0
}

/** A segment of Exif data that contains only the orientation. */
function orientationSegment(orientation: number): Buffer {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  return Buffer.from([0xff, jpegMarker.exif, 0, 8 + tiff.length, ...Buffer.from(EXIF_HEAD, 'latin1'), ...tiff])
}

function cleanJpeg(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = []
  let orientation = 0
  for (let at = 2; at + 2 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return null
    if (marker === jpegMarker.end) {
      const orientationSegments = orientation > 1 ? [orientationSegment(orientation)] : []
      return Buffer.concat([bytes.subarray(0, 2), ...orientationSegments, ...parts, bytes.subarray(at, at + 2)])
    }
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0
    const end = at + 2 + length
    if (length < 2 || end > bytes.length) return null
    const data = bytes.subarray(at + 4, end)
    if (marker === jpegMarker.exif) orientation ||= orientationOf(data)
    const next = marker === jpegMarker.scan ? endOfScan(bytes, end) : end
    if (isNeededSegment(marker, data)) parts.push(bytes.subarray(at, next))
    at = next
  }
  return null
}

const cleaners = { 'image/png': cleanPng, 'image/jpeg': cleanJpeg, 'image/webp': cleanWebp }

/**
 * Removes an image's metadata: time and place, author, device, thumbnails, and any bytes after its end. Colour profiles
 * and the orientation of a JPEG stay; an animated PNG becomes its first picture. Only whole segments are removed, so
 * the pixels don't change. Returns null if the file is malformed, or of a type without a cleaner (GIF).
 */
export const imageWithoutMetadata = (bytes: Buffer, contentType: ImageTypeAndSize['contentType']): Buffer | null =>
  contentType === 'image/gif' ? null : cleaners[contentType](bytes)
