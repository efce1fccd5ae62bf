import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { BackupStore } from './store.ts'

const isNotFound = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Makes the entries of a folder durable. Otherwise a file renamed into it could be gone after a power cut. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * A store in a folder. Each object is written under a temporary name and then renamed, so that no reader sees an
 * incomplete object.
 */
export class FolderStore implements BackupStore {
  private readonly root: string

  constructor(root: string) {
    this.root = root
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const path = join(this.root, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const temporaryPath = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`)
    const file = await open(temporaryPath, 'wx', 0o600)
    try {
      await file
        .writeFile(bytes)
        .then(() => file.sync())
        .finally(() => file.close())
      await rename(temporaryPath, path)
    } catch (error) {
      // On a full disk the incomplete file would leave no room for the next attempt.
      await rm(temporaryPath, { force: true })
      throw error
    }
    await syncFolder(dirname(path))
  }

  async get(name: string): Promise<Buffer | null> {
    try {
      return await readFile(join(this.root, name))
    } catch (error) {
      if (isNotFound(error)) return null
      throw error
    }
  }

  async list(prefix: string): Promise<string[]> {
    const folder = join(this.root, prefix.endsWith('/') ? prefix : dirname(prefix))
    try {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map((entry) => relative(this.root, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((name) => name.startsWith(prefix))
        .toSorted()
    } catch (error) {
      if (isNotFound(error)) return []
      throw error
    }
  }

  remove(name: string): Promise<void> {
    return rm(join(this.root, name), { force: true })
  }
}
