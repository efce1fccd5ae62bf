import { Reply } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import type { questionPictureForMember } from './queries/pictures.ts'

type ReadPicture = typeof questionPictureForMember

/**
 * Sends a picture with headers that keep the browser from running anything in it. The browser must ask again each time
 * it shows the picture, so that the permission of its user is checked. The response contains the bytes only if the
 * browser doesn't have them yet.
 */
export async function serveQuestionPicture(
  read: ReadPicture,
  db: Db,
  request: { id: number; memberId: number },
  ifNoneMatch = '',
) {
  const etag = `"picture-${request.id}"`
  const isKnown = ifNoneMatch.includes(etag)
  const { contentType, bytes } = await read(db, { ...request, isKnown })
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
