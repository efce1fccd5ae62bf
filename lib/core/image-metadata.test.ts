import { expect, test } from 'vitest'
import { imageWithoutMetadata } from './image-metadata.ts'
import { inspectImage } from './inspect-image.ts'
import { onePixelImages } from './testing/images.ts'

const png = Buffer.from(onePixelImages['image/png'], 'base64')
const jpeg = Buffer.from(onePixelImages['image/jpeg'], 'base64')
const webp = Buffer.from(onePixelImages['image/webp'], 'base64')

const PLACE = 'GPS 37.5665 126.9780'

function pngChunk(kind: string, data: string): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(kind + data, 4, 'latin1')
  return chunk
}

function segment(marker: number, data: string | Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, Buffer.from(data as string, 'latin1')])
}

function webpChunk(kind: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(kind, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

function webpOf(...chunks: Buffer[]): Buffer {
  const head = Buffer.from('RIFF0000WEBP', 'latin1')
  head.writeUInt32LE(4 + Buffer.concat(chunks).length, 4)
  return Buffer.concat([head, ...chunks])
}

const exif = (orientation: number, isLittle: boolean): string => {
  const entry = (value: number[]) => String.fromCharCode(...value)
  const tiff = isLittle
    ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
    : [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  return `Exif\0\0${entry(tiff)}${PLACE}`
}

test('a picture without metadata stays as it is', () => {
  expect(imageWithoutMetadata(png, 'image/png')).toEqual(png)
  expect(imageWithoutMetadata(jpeg, 'image/jpeg')).toEqual(jpeg)
  expect(imageWithoutMetadata(webp, 'image/webp')).toEqual(webp)
})

test('a PNG loses its texts, times, further pictures and what follows its end', () => {
  const extra = ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'fdAT', 'prVt'].map((kind) => pngChunk(kind, PLACE))
  const colours = pngChunk('gAMA', '\0\0\xb1\x8f')
  const sent = Buffer.concat([png.subarray(0, 33), colours, ...extra, png.subarray(33), Buffer.from('<script>')])
  const expected = Buffer.concat([png.subarray(0, 33), colours, png.subarray(33)])
  expect(imageWithoutMetadata(sent, 'image/png')).toEqual(expected)
})

test('a JPEG loses its Exif, XMP, comments and what follows its end, and keeps its colours', () => {
  const icc = segment(0xe2, 'ICC_PROFILE\0\x01\x01colours')
  const parts = [segment(0xe1, exif(1, true)), segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${PLACE}`)]
  const others = [segment(0xe2, `MPF\0${PLACE}`), segment(0xed, PLACE), segment(0xfe, PLACE)]
  const sent = Buffer.concat([
    jpeg.subarray(0, 2),
    ...parts,
    icc,
    ...others,
    jpeg.subarray(2),
    jpeg,
    Buffer.from(PLACE),
  ])
  expect(imageWithoutMetadata(sent, 'image/jpeg')).toEqual(Buffer.concat([jpeg.subarray(0, 2), icc, jpeg.subarray(2)]))
})

test('metadata between the scans of a JPEG is cut out too, and scan data isn’t', () => {
  const scan = Buffer.concat([segment(0xda, '\x01\x01\0\0\x3f\0'), Buffer.from([1, 0xff, 0, 2, 0xff, 0xd3, 3])])
  const ended = (middle: Buffer[]) => Buffer.concat([jpeg.subarray(0, -2), ...middle, scan, jpeg.subarray(-2)])
  expect(imageWithoutMetadata(ended([scan, segment(0xe1, exif(1, true))]), 'image/jpeg')).toEqual(ended([scan]))
})

test.each([true, false])('a JPEG keeps its orientation, and nothing else of its Exif data', (isLittle) => {
  const sent = Buffer.concat([jpeg.subarray(0, 2), segment(0xe1, exif(6, isLittle)), jpeg.subarray(2)])
  const cleaned = imageWithoutMetadata(sent, 'image/jpeg') as Buffer
  expect(cleaned.includes(PLACE)).toBe(false)
  expect(cleaned).toEqual(
    Buffer.concat([jpeg.subarray(0, 2), segment(0xe1, exif(6, false).replace(PLACE, '')), jpeg.subarray(2)]),
  )
  expect(imageWithoutMetadata(cleaned, 'image/jpeg')).toEqual(cleaned)
})

test('a WebP loses its Exif, XMP and unknown chunks, also from its flags', () => {
  const pixels = webp.subarray(12)
  const extended = (flags: number) => webpChunk('VP8X', Buffer.from([flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
  const place = Buffer.from(`${PLACE}!`)
  const extra = ['EXIF', 'XMP ', 'ABCD'].map((kind) => webpChunk(kind, place))
  const sent = Buffer.concat([webpOf(extended(0x3c), pixels, ...extra), Buffer.from(PLACE)])
  expect(imageWithoutMetadata(sent, 'image/webp')).toEqual(webpOf(extended(0x30), pixels))
})

test('a cut or changed file never makes it throw, and the result isn’t longer than the file, apart from the orientation', () => {
  const exifJpeg = Buffer.concat([jpeg.subarray(0, 2), segment(0xe1, exif(6, true)), jpeg.subarray(2)])
  const files = [
    ['image/png', png],
    ['image/jpeg', exifJpeg],
    ['image/webp', webp],
  ] as const
  for (const [type, file] of files)
    for (let at = 0; at < file.length; at++)
      for (const value of [0, 1, 0x7f, 0xff]) {
        const changed = Buffer.from(file)
        changed[at] = value
        for (const each of [changed, file.subarray(0, at)]) {
          const kind = inspectImage(each)
          if (typeof kind === 'string' || kind.contentType !== type) continue
          expect(imageWithoutMetadata(each, type)?.length ?? 0).toBeLessThanOrEqual(each.length)
        }
      }
})

test('a GIF has no cleaner', () => {
  expect(imageWithoutMetadata(Buffer.from(onePixelImages['image/gif'], 'base64'), 'image/gif')).toBeNull()
})
