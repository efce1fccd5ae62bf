/** A one-pixel image of each type that staff may upload, as base64. */
export const onePixelImages = {
  'image/png': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'image/gif': 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'image/jpeg':
    '/9j/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
  'image/webp': 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA',
} as const

let madeImages = 0

/**
 * A PNG that no test has uploaded yet, as base64. Each call returns other bytes after the end of the image, which make
 * the file unique.
 */
export const makeImage = (): string =>
  Buffer.concat([
    Buffer.from(onePixelImages['image/png'], 'base64'),
    Buffer.from(`${process.pid}-${++madeImages}`),
  ]).toString('base64')
