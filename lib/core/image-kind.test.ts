import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { imageKind } from './image-kind.ts'
import { images } from './test-images.ts'

const bytesOf = (base64: string) => Buffer.from(base64, 'base64')

test.each(Object.entries(images))('%s is known by its content, with its size', (contentType, base64) => {
  expect(imageKind(bytesOf(base64))).toEqual({ contentType, width: 1, height: 1 })
})

test('a picture of the shop’s own is read as large as it is', () => {
  const welcome = readFileSync(join(import.meta.dirname, '../../public/popup-welcome.png'))
  expect(imageKind(welcome)).toMatchObject({ contentType: 'image/png', width: welcome.readUInt32BE(16) })
})

test('the two newer kinds of WebP say their size elsewhere', () => {
  const head = (kind: string, rest: number[]) =>
    Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${kind}\0\0\0\0`, 'latin1'), Buffer.from(rest), Buffer.alloc(16)])
  const lossless = head('VP8L', [0x2f, 0x3f, 0xc1, 0x2b, 0])
  expect(imageKind(lossless)).toMatchObject({ width: 320, height: 176 })
  const extended = head('VP8X', [0, 0, 0, 0, 0x3f, 0x01, 0, 0xaf, 0, 0])
  expect(imageKind(extended)).toMatchObject({ width: 320, height: 176 })
})

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  '<!doctype html><script>alert(1)</script>',
  '%PDF-1.7',
  'BM',
  '',
  '\x89PNG\r\n\x1a\n',
  'GIF89a',
  '\xff\xd8\xff',
  '\xff\xd8\xff\xe0\x00\x00',
  'RIFF\0\0\0\0WEBPVP8 ',
])('%j is no picture', (text) => {
  expect(imageKind(Buffer.from(text, 'latin1'))).toBeNull()
})

test('a picture of no size or of a giant’s is none', () => {
  const sized = (width: number, height: number) => {
    const bytes = bytesOf(images['image/png'])
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return imageKind(bytes)
  }
  expect(sized(10_000, 10_000)).toMatchObject({ width: 10_000 })
  for (const [width, height] of [
    [0, 1],
    [1, 0],
    [10_001, 1],
    [1, 4_294_967_295],
  ] as const)
    expect(sized(width, height)).toBeNull()
})

test('whatever bytes there are, reading them ends and never throws', () => {
  const starts = Object.values(images).map((base64) => bytesOf(base64))
  const start = fc.constantFrom(Buffer.alloc(0), ...starts)
  const bytes = fc.tuple(start, fc.nat(200), fc.uint8Array({ maxLength: 300 }))
  fc.assert(
    fc.property(bytes, ([head, cut, tail]) => {
      const kind = imageKind(Buffer.concat([head.subarray(0, cut), tail]))
      expect(kind === null || kind.width > 0).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
