import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inspectImage } from './inspect-image.ts'
import { onePixelImages } from './testing/images.ts'

const bytesOf = (base64: string) => Buffer.from(base64, 'base64')

test.each(Object.entries(onePixelImages))('%s is known by its content, with its size', (contentType, base64) => {
  expect(inspectImage(bytesOf(base64))).toEqual({ contentType, width: 1, height: 1 })
})

test('the size of a real picture of the shop is read right', () => {
  const welcome = readFileSync(join(import.meta.dirname, '../../public/popup-welcome.png'))
  expect(inspectImage(welcome)).toMatchObject({ contentType: 'image/png', width: welcome.readUInt32BE(16) })
})

/** A chunk of a RIFF file. */
const riffChunk = (kind: string, data: Buffer) => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(kind, 'latin1'), size, data, Buffer.alloc(data.length % 2)])
}

const webpOf = (...chunks: Buffer[]) => riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))

const vp8xData = Buffer.from([0, 0, 0, 0, 0x3f, 0x01, 0, 0xaf, 0, 0])

test('the size of the two newer kinds of WebP is read right', () => {
  const lossless = webpOf(riffChunk('VP8L', Buffer.from([0x2f, 0x3f, 0xc1, 0x2b, 0, 0, 0, 0, 0, 0])))
  expect(inspectImage(lossless)).toMatchObject({ width: 320, height: 176 })
  const extended = webpOf(riffChunk('VP8X', vp8xData), riffChunk('VP8L', Buffer.from([0x2f, 0x3f, 0xc1, 0x2b, 0])))
  expect(inspectImage(extended)).toMatchObject({ width: 320, height: 176 })
})

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  '<!doctype html><script>alert(1)</script>',
  '%PDF-1.7',
  'BM',
  '',
])('%j is no picture', (text) => expect(inspectImage(Buffer.from(text, 'latin1'))).toBe('UNKNOWN'))

test.each(['\x89PNG\r\n\x1a\n', 'GIF89a', '\xff\xd8\xff', '\xff\xd8\xff\xe0\x00\x00', 'RIFF\0\0\0\0WEBPVP8 '])(
  '%j is the beginning of a picture and no more',
  (text) => expect(inspectImage(Buffer.from(text, 'latin1'))).toBe('BROKEN'),
)

test.each(Object.entries(onePixelImages))('%s that ends too soon is broken, wherever it ends', (_, base64) => {
  const whole = bytesOf(base64)
  for (let length = 4; length < whole.length; length++)
    expect(['BROKEN', 'UNKNOWN']).toContain(inspectImage(whole.subarray(0, length)))
})

const kindOfSizedPng = (width: number, height: number) => {
  const bytes = bytesOf(onePixelImages['image/png'])
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return inspectImage(bytes)
}

test('a picture of no size is broken', () => {
  expect([kindOfSizedPng(0, 1), kindOfSizedPng(1, 0)]).toEqual(['BROKEN', 'BROKEN'])
})

test('a picture is at most 8,000 pixels a side and 25 million in all, however few its bytes', () => {
  expect(kindOfSizedPng(8_000, 3_125)).toMatchObject({ width: 8_000 })
  expect([kindOfSizedPng(8_000, 3_126), kindOfSizedPng(8_001, 1), kindOfSizedPng(1, 4_294_967_295)]).toEqual(
    Array(3).fill('TOO_LARGE'),
  )
  const gif = bytesOf(onePixelImages['image/gif'])
  gif.writeUInt16LE(10_000, 6)
  gif.writeUInt16LE(10_000, 8)
  expect([gif.length, inspectImage(gif)]).toEqual([42, 'TOO_LARGE'])
})

test('a GIF’s frames stay within its screen and are counted', () => {
  const one = bytesOf(onePixelImages['image/gif'])
  const [head, frame] = [one.subarray(0, 27), one.subarray(27, 41)]
  const of = (frames: number, width: number, height: number) => {
    const screen = Buffer.from(head)
    screen.writeUInt16LE(width, 6)
    screen.writeUInt16LE(height, 8)
    return inspectImage(Buffer.concat([screen, ...Array(frames).fill(frame), Buffer.from([0x3b])]))
  }
  expect(of(1_000, 400, 500)).toMatchObject({ width: 400 })
  expect([of(1_001, 1, 1), of(9, 5_000, 5_000), of(0, 1, 1)]).toEqual(['TOO_LARGE', 'TOO_LARGE', 'BROKEN'])
  const wide = Buffer.from(one)
  wide.writeUInt16LE(60_000, 27 + 5)
  expect(inspectImage(wide)).toBe('BROKEN')
})

test('the frames of an animated PNG and of an animated WebP are counted', () => {
  const png = bytesOf(onePixelImages['image/png'])
  png.writeUInt32BE(5_000, 16)
  png.writeUInt32BE(5_000, 20)
  const control = Buffer.from([0, 0, 0, 8, ...Buffer.from('acTL'), 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0])
  expect(inspectImage(Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]))).toBe('TOO_LARGE')
  const frames = Array.from({ length: 1_001 }, () => riffChunk('ANMF', Buffer.alloc(16)))
  expect(inspectImage(webpOf(riffChunk('VP8X', vp8xData), ...frames))).toBe('TOO_LARGE')
  expect(inspectImage(webpOf(riffChunk('VP8X', vp8xData), ...frames.slice(0, 1_000)))).toMatchObject({ width: 320 })
})

test('reading any bytes ends and never throws', () => {
  const starts = Object.values(onePixelImages).map((base64) => bytesOf(base64))
  const start = fc.constantFrom(Buffer.alloc(0), ...starts)
  const bytes = fc.tuple(start, fc.nat(200), fc.uint8Array({ maxLength: 300 }))
  fc.assert(
    fc.property(bytes, ([head, cut, tail]) => {
      const kind = inspectImage(Buffer.concat([head.subarray(0, cut), tail]))
      expect(typeof kind === 'string' || kind.width > 0).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})
