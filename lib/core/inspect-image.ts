/** Type and size of an image, read from its bytes, not from its name. Sizes in pixels. */
export type ImageTypeAndSize = {
  contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'
  width: number
  height: number
}

/** Reasons to reject a file: its type is unknown, it is truncated or malformed, or it is too large to decode. */
export type ImageFault = 'UNKNOWN' | 'BROKEN' | 'TOO_LARGE'

/**
 * Limits on what a file declares: pixels per side and per frame, number of frames, and pixels of all frames together.
 * Members' devices have to decode the image, however small the file is.
 */
export const MAX_SIDE_PIXELS = 8_000
/** Maximum number of pixels of one frame: width times height. */
export const MAX_PIXELS = 25_000_000
const MAX_FRAMES = 1_000
const MAX_PIXELS_OF_FRAMES = 200_000_000

/** Size and number of frames declared in a file; null if it is truncated or malformed. */
type DeclaredImage = { width: number; height: number; frames: number } | null

const PNG_HEADER = '\x89PNG\r\n\x1a\n'

/**
 * Reads the chunks of a PNG up to IEND, and ignores what follows. Null if the file has no IEND, or no pixels before
 * IEND.
 */
function readPng(bytes: Buffer): DeclaredImage {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  let frames = 1
  let hasPixels = false
  for (let at = 8; at + 12 <= bytes.length; ) {
    const kind = bytes.toString('latin1', at + 4, at + 8)
    if (kind === 'IEND') return hasPixels ? { ...size, frames } : null
    if (kind === 'IDAT') hasPixels = true
    if (kind === 'acTL' && at + 12 <= bytes.length) frames = bytes.readUInt32BE(at + 8)
    at += 12 + bytes.readUInt32BE(at)
  }
  return null
}

/** Offset after a sequence of a GIF's sub-blocks; beyond the end of the bytes if the sequence doesn't end. */
function offsetAfterSubBlocks(bytes: Buffer, start: number): number {
  let at = start
  for (let size = bytes[at]; size; size = bytes[at]) at += 1 + size
  return at + 1
}

/** Size in bytes of a GIF's color table, from the byte of flags that announces it; 0 if there is none. */
const colorTableSize = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Reads the blocks of a GIF up to the trailer; every frame must lie within the logical screen. */
function readGif(bytes: Buffer): DeclaredImage {
  if (bytes.length < 13) return null
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  let frames = 0
  for (let at = 13 + colorTableSize(bytes[10] ?? 0); at < bytes.length; ) {
    const mark = bytes[at]
    if (mark === 0x3b) return frames > 0 ? { ...size, frames } : null
    if (mark === 0x21) at = offsetAfterSubBlocks(bytes, at + 2)
    else if (mark === 0x2c && at + 10 < bytes.length) {
      const isInside =
        bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5) <= size.width &&
        bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7) <= size.height
      if (!isInside) return null
      frames += 1
      at = offsetAfterSubBlocks(bytes, at + 11 + colorTableSize(bytes[at + 9] ?? 0))
    } else return null
  }
  return null
}

type PixelSize = { width: number; height: number }

/**
 * Size of a WebP, from its first chunk. `kind` is the type of the chunk; null if it is none of the three types that can
 * come first.
 */
function webpSize(bytes: Buffer, kind: string): PixelSize | null {
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  const bits = bytes.readUInt32LE(21)
  const isLossless = kind === 'VP8L' && bytes[20] === 0x2f
  return isLossless ? { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 } : null
}

const webpPixelChunks = ['VP8 ', 'VP8L', 'ANMF']

/** Reads the chunks of a WebP, which must not reach beyond the length declared in its RIFF header. */
function readWebp(bytes: Buffer): DeclaredImage {
  if (bytes.length < 30) return null
  const size = webpSize(bytes, bytes.toString('latin1', 12, 16))
  const end = 8 + bytes.readUInt32LE(4)
  if (!size || end > bytes.length) return null
  let frames = 0
  for (let at = 12; at + 8 <= end; ) {
    if (webpPixelChunks.includes(bytes.toString('latin1', at, at + 4))) frames += 1
    const length = bytes.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
    if (at > end + 1) return null
  }
  return frames > 0 ? { ...size, frames } : null
}

/** True for the JPEG markers that start a frame and so declare its size. */
const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const SCAN_MARKER = 0xda
const JPEG_END_MARKER = Buffer.from([0xff, 0xd9])

/**
 * Reads the segments of a JPEG up to the first scan, then looks for the end marker, whose bytes scan data can't
 * contain. Null if there is no end marker.
 */
function readJpeg(bytes: Buffer): DeclaredImage {
  let size: PixelSize | null = null
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return null
    if (marker === SCAN_MARKER) return size && bytes.indexOf(JPEG_END_MARKER, at) > 0 ? { ...size, frames: 1 } : null
    if (isFrameMarker(marker) && at + 9 <= bytes.length)
      size = { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    // 0xff bytes before a marker are padding; every other segment declares its own length.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

const imageFormats = [
  { contentType: 'image/png', matches: (head: string) => head.startsWith(PNG_HEADER), read: readPng },
  { contentType: 'image/jpeg', matches: (head: string) => head.startsWith('\xff\xd8\xff'), read: readJpeg },
  { contentType: 'image/webp', matches: (head: string) => /^RIFF.{4}WEBP/s.test(head), read: readWebp },
  { contentType: 'image/gif', matches: (head: string) => /^GIF8[79]a/.test(head), read: readGif },
] as const

/**
 * Type and size of a complete PNG, JPEG, WebP or GIF within the limits, or why the file is rejected; SVG is UNKNOWN.
 */
export function inspectImage(bytes: Buffer): ImageTypeAndSize | ImageFault {
  const head = bytes.toString('latin1', 0, 16)
  const kind = imageFormats.find(({ matches }) => matches(head))
  if (!kind) return 'UNKNOWN'
  const found = kind.read(bytes)
  if (!found || found.width === 0 || found.height === 0 || found.frames === 0) return 'BROKEN'
  const { width, height, frames } = found
  const pixels = width * height
  const isTooLarge =
    Math.max(width, height) > MAX_SIDE_PIXELS ||
    pixels > MAX_PIXELS ||
    frames > MAX_FRAMES ||
    (frames > 1 && frames * pixels > MAX_PIXELS_OF_FRAMES)
  return isTooLarge ? 'TOO_LARGE' : { contentType: kind.contentType, width, height }
}
