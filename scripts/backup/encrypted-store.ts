import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { secretFault } from '#lib/core/secret-strength.ts'
import { openBackupStore } from './open-store.ts'
import type { BackupStore } from './store.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** First bytes of every object, which mark it as part of a backup and contain the version of its format. */
const MAGIC = Buffer.from('PSB1')
const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = MAGIC.length + IV_BYTES + TAG_BYTES

/**
 * Stores the objects of backups compressed with zstd and encrypted with AES-256-GCM. The encryption includes the
 * object's name, so an object that was changed or renamed can't be decrypted.
 */
export class EncryptedStore {
  private readonly store: BackupStore
  private readonly key: Buffer

  constructor(store: BackupStore, secret: string) {
    this.store = store
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'backup', 32))
  }

  async put(name: string, content: Buffer): Promise<void> {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(name))
    const body = Buffer.concat([cipher.update(await compress(content)), cipher.final()])
    await this.store.put(name, Buffer.concat([MAGIC, iv, cipher.getAuthTag(), body]))
  }

  /** Writes an object unless it exists already. @throws Error if an object of that name has another content */
  async putOnce(name: string, content: Buffer): Promise<void> {
    const existing = await this.get(name)
    if (existing && !existing.equals(content)) throw new Error(`${name} is stored already, with another content`)
    if (!existing) await this.put(name, content)
  }

  /**
   * Content of an object; null if there is none. @throws Error if it was changed or encrypted with another BACKUP_KEY
   */
  async get(name: string): Promise<Buffer | null> {
    const sealed = await this.store.get(name)
    return sealed && this.open(name, sealed)
  }

  /** Content of an object. @throws Error if there is none, it was changed or encrypted with another BACKUP_KEY */
  async getOrThrow(name: string): Promise<Buffer> {
    const content = await this.get(name)
    if (!content) throw new Error(`${name} is missing from the store`)
    return content
  }

  list(prefix: string): Promise<string[]> {
    return this.store.list(prefix)
  }

  remove(name: string): Promise<void> {
    return this.store.remove(name)
  }

  private async open(name: string, sealed: Buffer): Promise<Buffer> {
    if (!sealed.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error(`${name} is no object of a backup`)
    const iv = sealed.subarray(MAGIC.length, MAGIC.length + IV_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(name))
    decipher.setAuthTag(sealed.subarray(MAGIC.length + IV_BYTES, HEAD_BYTES))
    try {
      const body = Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()])
      return await decompress(body)
    } catch {
      throw new Error(`${name} does not open: BACKUP_KEY is not the one it was written with, or it was changed`)
    }
  }
}

/** Opens the store named in the environment (BACKUP_STORE) with the key in BACKUP_KEY. */
export function openEncryptedStore(environment: NodeJS.Dict<string>): EncryptedStore {
  const secret = environment.BACKUP_KEY ?? ''
  const fault = secretFault(secret)
  if (fault) throw new Error(`BACKUP_KEY: ${fault}`)
  return new EncryptedStore(openBackupStore(environment), secret)
}
