import { barobill } from './barobill.ts'
import { benta } from './benta.ts'
import type { SourceKind } from './labels.ts'
import { payaction } from './payaction.ts'
import { popbill } from './popbill.ts'
import type { DepositSource } from './source.ts'

/** The adapters, by kind of connection. */
const sources: { [K in SourceKind]: DepositSource<K> } = {
  payaction,
  popbill,
  barobill,
  benta,
}

/** The adapter for connections of this kind. Pass its methods only connections of the same kind. */
export const depositSourceOf = (kind: SourceKind): DepositSource => sources[kind] as DepositSource

/** Kinds of connections whose adapter has this method. */
export const sourceKindsWith = (method: 'register' | 'ask' | 'poll' | 'reconcile'): SourceKind[] =>
  (Object.keys(sources) as SourceKind[]).filter((kind) => depositSourceOf(kind)[method])
