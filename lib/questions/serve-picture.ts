import { Reply } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import type { pictureOf } from './queries/pictures.ts'

type ReadPicture = typeof pictureOf

/**
 * A picture as nothing but a picture: nothing in it runs. Every time the browser asks whether its reader may still see
 * it, and gets the bytes only if it doesn't have them.
 */
export async function servePicture(
  read: ReadPicture,
  db: Db,
  reader: { id: number; memberId: number },
  ifNoneMatch = '',
) {
  const etag = `"picture-${reader.id}"`
  const isKnown = ifNoneMatch.includes(etag)
  const { contentType, bytes } = await read(db, { ...reader, isKnown })
  const headers = { etag, 'cache-control': 'private, no-cache' }
  if (isKnown) return new Reply(null, headers, 304)
  return new Reply(bytes, {
    ...headers,
    'content-type': contentType,
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
}
