import type { Db } from '#lib/core/db.ts'
import { assetNotFound } from './errors.ts'

type Asset = { contentType: string; bytes: Buffer }

/**
 * The image whose bytes have this hash.
 * @throws NOT_FOUND
 */
export async function readAsset(db: Db, hash: string): Promise<Asset> {
  const [asset] = await db.rows<Asset>('SELECT content_type, bytes FROM assets WHERE sha256 = $1', [hash])
  if (!asset) throw assetNotFound()
  return asset
}
