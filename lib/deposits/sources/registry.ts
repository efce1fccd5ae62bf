import { barobill } from './barobill.ts'
import { benta } from './benta.ts'
import type { SourceKind } from './labels.ts'
import { payaction } from './payaction.ts'
import { popbill } from './popbill.ts'
import type { DepositSource } from './source.ts'

/**
 * The adapters, by kind of connection. One that isn't written yet is undefined: its connection can be stored, but
 * neither checked nor used.
 */
const sources: { [K in SourceKind]: DepositSource<K> | undefined } = {
  payaction,
  popbill,
  barobill,
  benta,
}

/** The adapter of a connection. Every caller hands it the connection of the same kind. */
export const sourceOf = (kind: SourceKind): DepositSource | undefined => sources[kind] as DepositSource | undefined

/** Kinds of the connections whose adapter has this method. */
export const sourcesThat = (verb: 'register' | 'ask' | 'poll' | 'reconcile'): SourceKind[] =>
  (Object.keys(sources) as SourceKind[]).filter((kind) => sourceOf(kind)?.[verb])
