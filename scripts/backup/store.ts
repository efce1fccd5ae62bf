/** Where backups are stored: objects by name, each written whole or not at all. Names have `/` between their parts. */
export type Store = {
  /** Writes an object durably. An object of that name is replaced. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Content of an object; null if there is none. */
  get(name: string): Promise<Buffer | null>
  /** Names that begin with `prefix`, in ascending order. */
  list(prefix: string): Promise<string[]>
  remove(name: string): Promise<void>
}
