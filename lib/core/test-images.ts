/** Small pictures of each kind that staff may upload: one pixel each, the JPEG and the WebP no more than their heads. */
export const images = {
  'image/png': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'image/gif': 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'image/jpeg':
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD//8AACwgAAQABAQERAP/Z',
  'image/webp': 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA',
} as const

let made = 0

/** A PNG that no other is equal to, as base64: what follows its end is no part of the picture. */
export const newImage = (): string =>
  Buffer.concat([Buffer.from(images['image/png'], 'base64'), Buffer.from(`${process.pid}-${++made}`)]).toString(
    'base64',
  )
