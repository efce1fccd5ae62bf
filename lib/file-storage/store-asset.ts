import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { sha256 } from '#lib/core/crypto.ts'
import type { Database } from '#lib/core/db.ts'
import { inspectImage } from '#lib/core/inspect-image.ts'
import { decodeImage } from './decode-image.ts'
import { imageRefused } from './errors.ts'
import { MAX_IMAGE_BYTES } from './schema.ts'

/**
 * Stores an image under the hash of its bytes. Does nothing if the image is already stored.
 * @throws BAD_INPUT the file isn't an image of an allowed kind and size in pixels; what decodeImage throws
 */
export async function storeAsset(db: Database, actor: StaffActor, { data }: { data: string }) {
  const bytes = decodeImage(data, MAX_IMAGE_BYTES)
  const kind = inspectImage(bytes)
  if (typeof kind === 'string') throw imageRefused(kind)
  const hash = sha256(bytes).toString('hex')
  const asset = { imageUrl: `/assets/${hash}`, ...kind, size: bytes.length }
  await db.transaction(async (tx) => {
    const [made] = await tx.rows(
      `INSERT INTO assets (sha256, content_type, width, height, bytes) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (sha256) DO NOTHING RETURNING sha256`,
      [hash, kind.contentType, kind.width, kind.height, bytes],
    )
    const subject = { subjectType: 'asset', subjectId: hash }
    if (made) await recordAudit(tx, actor, { action: 'asset.upload', ...subject, after: asset })
  })
  return asset
}
