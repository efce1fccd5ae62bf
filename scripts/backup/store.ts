/** A place for backups. It stores objects by name, each written whole or not at all. Names may contain `/`. */
export type BackupStore = {
  /** Writes an object durably. Replaces an object of the same name. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Content of an object; null if there is none. */
  get(name: string): Promise<Buffer | null>
  /** Names that begin with `prefix`, in ascending order. */
  list(prefix: string): Promise<string[]>
  remove(name: string): Promise<void>
}
