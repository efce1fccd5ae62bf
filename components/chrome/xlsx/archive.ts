import { broken, tooBig, UnreadableWorkbook } from './unreadable.ts'

/** Maximum size in bytes of all unpacked parts of the file together. */
export const MAX_UNPACKED_BYTES = 24 * 1_024 * 1_024
/** Maximum number of parts in the ZIP archive. */
const MAX_PARTS = 1_000

/**
 * A part of a ZIP archive: its compression method (0 is none, 8 is deflate), its compressed size in bytes, and the
 * offset of its local header in bytes.
 */
type Part = { method: number; packedSize: number; offset: number }

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50

/**
 * The parts of a ZIP archive by path, from its central directory. Refuses ZIP64, the format of archives over 4 GB. Also
 * refuses two parts with the same name, because Excel might read one of them and this reader the other.
 */
function partsOf(view: DataView): Map<string, Part> {
  let end = view.byteLength - 22
  while (end >= Math.max(0, view.byteLength - 22 - 65_535) && view.getUint32(end, true) !== END_OF_DIRECTORY) end--
  if (end < 0 || view.getUint32(end, true) !== END_OF_DIRECTORY) throw broken()
  const [count, start] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)]
  if (count > MAX_PARTS) throw tooBig()
  const parts = new Map<string, Part>()
  for (let position = start, left = count; left > 0; left--) {
    if (view.getUint32(position, true) !== DIRECTORY_ENTRY) throw broken()
    if (view.getUint16(position + 8, true) & 1) throw new UnreadableWorkbook('LOCKED')
    const nameLength = view.getUint16(position + 28, true)
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + position + 46, nameLength))
    if (parts.has(name)) throw broken()
    parts.set(name, {
      method: view.getUint16(position + 10, true),
      packedSize: view.getUint32(position + 20, true),
      offset: view.getUint32(position + 42, true),
    })
    position += 46 + nameLength + view.getUint16(position + 30, true) + view.getUint16(position + 32, true)
  }
  return parts
}

/**
 * Unpacks parts of one archive as texts, at most MAX_UNPACKED_BYTES for all parts together. The unpacked sizes in the
 * headers are not trusted.
 */
export class Archive {
  readonly #view: DataView
  readonly #parts: Map<string, Part>
  #bytesLeft = MAX_UNPACKED_BYTES

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#parts = partsOf(this.#view)
  }

  has(path: string): boolean {
    return this.#parts.has(path)
  }

  async text(path: string): Promise<string> {
    const part = this.#parts.get(path)
    if (!part) throw broken()
    const view = this.#view
    if (view.getUint32(part.offset, true) !== LOCAL_HEADER) throw broken()
    const start = part.offset + 30 + view.getUint16(part.offset + 26, true) + view.getUint16(part.offset + 28, true)
    if (start + part.packedSize > view.byteLength) throw broken()
    const packed = new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset + start, part.packedSize)
    const stream = new Blob([packed]).stream()
    if (part.method !== 0 && part.method !== 8) throw broken()
    return this.#read(part.method === 0 ? stream : stream.pipeThrough(new DecompressionStream('deflate-raw')))
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<string> {
    const decoder = new TextDecoder()
    const reader = stream.getReader()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw broken()
      })
      if (done) return text + decoder.decode()
      this.#bytesLeft -= value.byteLength
      if (this.#bytesLeft < 0) {
        await reader.cancel().catch(() => undefined)
        throw tooBig()
      }
      text += decoder.decode(value, { stream: true })
    }
  }
}
