import type { Lsn } from './replication.ts'

// Names of WAL files in a store. A complete segment is one object, `wal/<system>/<segment>`. The segment that is being
// written consists of parts, `wal/<system>/<segment>.<from>-<to>`; each contains the WAL that was written since the
// part before it. Parts never replace each other: a part stored after a restart has other bounds, and parts may
// overlap.

/** Number of the segment that contains a position. */
export const segmentNumber = (lsn: Lsn, segmentBytes: number): bigint => lsn / BigInt(segmentBytes)

const hex = (value: bigint | number): string => value.toString(16).toUpperCase().padStart(8, '0')

/** Name that PostgreSQL gives to a segment. */
export function segmentName(timeline: number, number: bigint, segmentBytes: number): string {
  const segmentsPerLogId = 0x1_0000_0000n / BigInt(segmentBytes)
  return hex(timeline) + hex(number / segmentsPerLogId) + hex(number % segmentsPerLogId)
}

export const walPrefix = (systemId: string): string => `wal/${systemId}/`
/** Name of the object that contains a WAL file. */
export const walName = (systemId: string, file: string): string => walPrefix(systemId) + file
export const historyFileName = (timeline: number): string => `${hex(timeline)}.history`
/** Name of a part of a segment; it begins at byte `from` of the segment and ends before byte `to`. */
export const partFileName = (segment: string, from: number, to: number): string => `${segment}.${hex(from)}-${hex(to)}`

/**
 * A parsed object name. `offset` is the position in the segment at which a part begins, or null for a whole segment.
 * `segment` is null for a timeline's history file.
 */
export type WalName = { name: string; file: string; segment: string | null; offset: number | null; timeline: number }

/** Parses the name of an object: a segment, a part of a segment, or a timeline's history; null for any other name. */
export function parseWalName(name: string): WalName | null {
  const file = name.split('/').at(-1) ?? ''
  const [, segment = null, offset] = /^([0-9A-F]{24})(?:\.([0-9A-F]{8})-[0-9A-F]{8})?$/.exec(file) ?? []
  const history = /^[0-9A-F]{8}\.history$/.test(file)
  if (!segment && !history) return null
  const timeline = Number.parseInt(file.slice(0, 8), 16)
  return { name, file, segment, offset: offset === undefined ? null : Number.parseInt(offset, 16), timeline }
}

/** Position of a segment in the WAL without its timeline, as a text: later positions compare greater. */
export const walPositionOf = (segment: string): string => segment.slice(8)
