import { z } from 'zod'
import { staffActor } from '#lib/audit/actor.ts'
import { call, Reply } from '#lib/core/call.ts'
import { text } from '#lib/core/text.ts'
import { readAsset } from './queries.ts'
import { assetInput, assetRow, MAX_UPLOAD_BODY_BYTES } from './schema.ts'
import { storeAsset } from './store-asset.ts'

export const uploadAssetCall = call({
  method: 'POST',
  path: '/api/admin/assets',
  access: 'MANAGER',
  maxBodyBytes: MAX_UPLOAD_BODY_BYTES,
  body: assetInput,
  status: 201,
  answer: assetRow,
  run: ({ db, body, ...context }) => storeAsset(db, staffActor(context), body),
})

/**
 * Serves an image by the hash of its bytes. The content of such a URL never changes, so clients may cache it without
 * revalidating it.
 */
export const assetCall = call({
  method: 'GET',
  path: '/assets/{hash}',
  access: 'public',
  params: z.object({ hash: text(64).regex(/^[\da-f]{64}$/) }),
  answer: z.never(),
  run: async ({ db, params: { hash }, ifNoneMatch }) => {
    const headers = { etag: `"${hash}"`, 'cache-control': 'public, max-age=31536000, immutable' }
    if (ifNoneMatch?.includes(hash)) return new Reply(null, headers, 304)
    const { contentType, bytes } = await readAsset(db, hash)
    return new Reply(bytes, { ...headers, 'content-type': contentType })
  },
})
