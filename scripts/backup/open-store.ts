import { FolderStore } from './folder-store.ts'
import { S3Store } from './s3-store.ts'
import type { BackupStore } from './store.ts'

/**
 * Opens the store that BACKUP_STORE names: a folder, or `s3://bucket/prefix` with S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY
 * and S3_SECRET_KEY.
 */
export function openBackupStore(environment: NodeJS.Dict<string>): BackupStore {
  const location = environment.BACKUP_STORE
  if (!location) throw new Error('BACKUP_STORE is not set: a folder, or s3://bucket/prefix')
  if (!location.startsWith('s3://')) return new FolderStore(location)
  const [bucket = '', ...prefix] = location.slice('s3://'.length).split('/')
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY } = environment
  if (!(bucket && S3_ENDPOINT && S3_ACCESS_KEY && S3_SECRET_KEY))
    throw new Error('s3://bucket needs S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY')
  return new S3Store({
    endpoint: `${S3_ENDPOINT.replace(/\/$/, '')}/${bucket}`,
    region: S3_REGION || 'auto',
    accessKeyId: S3_ACCESS_KEY,
    secretAccessKey: S3_SECRET_KEY,
    prefix: prefix.filter(Boolean).join('/'),
  })
}
