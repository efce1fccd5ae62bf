import { someStaff } from '#lib/audit/testing/actors.ts'
import { db } from '#lib/core/db.ts'
import { makeImage } from '#lib/core/testing/images.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { storeAsset } from '../store-asset.ts'

const uploadedHash = async (): Promise<string> => {
  const { imageUrl } = await storeAsset(db(), someStaff, { data: makeImage() })
  return imageUrl.slice('/assets/'.length)
}

export const callTestRows: CallTestRows = {
  'POST /api/admin/assets': { access: 'MANAGER', status: 201, body: () => ({ data: makeImage() }) },
  'GET /assets/{hash}': { access: 'public', id: uploadedHash, type: 'image/png' },
}
