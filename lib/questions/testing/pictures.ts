import { onePixelImages } from '#lib/core/testing/images.ts'

let pictureCount = 0

/** A PNG that no test has uploaded yet, as base64. Each PNG has another resolution in its metadata. */
export function newPicture(): string {
  const png = Buffer.from(onePixelImages['image/png'], 'base64')
  const resolution = Buffer.alloc(21)
  resolution.writeUInt32BE(9, 0)
  resolution.write('pHYs', 4, 'latin1')
  resolution.writeUInt32BE(++pictureCount, 8)
  return Buffer.concat([png.subarray(0, -12), resolution, png.subarray(-12)]).toString('base64')
}
