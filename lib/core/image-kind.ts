/** What bytes are by their content, whatever they are called. Sizes in pixels. */
export type ImageKind = {
  contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'
  width: number
  height: number
}

/** Past this many pixels a side a small file may still fill a visitor's memory. */
const MOST_PIXELS = 10_000

type Size = { width: number; height: number }

function png(bytes: Buffer): Size | null {
  const header = bytes.toString('latin1', 0, 16)
  if (!header.startsWith('\x89PNG\r\n\x1a\n') || header.slice(12) !== 'IHDR' || bytes.length < 24) return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function gif(bytes: Buffer): Size | null {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)) || bytes.length < 10) return null
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

function webp(bytes: Buffer): Size | null {
  const header = bytes.toString('latin1', 0, 16)
  if (!/^RIFF.{4}WEBPVP8[ LX]$/s.test(header) || bytes.length < 30) return null
  if (header.endsWith(' ')) return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (header.endsWith('X')) return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  const bits = bytes.readUInt32LE(21)
  return bytes[20] === 0x2f ? { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 } : null
}

/** Which markers of a JPEG start a frame, and so say its size. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpeg(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; at + 9 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return null
    if (isFrame(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    // A run of 0xff only fills up; every other segment says its own length.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

const readers = [
  ['image/png', png],
  ['image/jpeg', jpeg],
  ['image/webp', webp],
  ['image/gif', gif],
] as const

/** PNG, JPEG, WebP or GIF with a size that can be shown; null for all else, an SVG among it (decisions 7). */
export function imageKind(bytes: Buffer): ImageKind | null {
  for (const [contentType, read] of readers) {
    const size = read(bytes)
    if (!size) continue
    const fits = [size.width, size.height].every((side) => side > 0 && side <= MOST_PIXELS)
    return fits ? { contentType, ...size } : null
  }
  return null
}
