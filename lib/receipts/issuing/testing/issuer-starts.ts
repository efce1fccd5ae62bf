import { startBarobillStandIn } from '#lib/deposits/sources/testing/barobill-stand-in.ts'
import { startPopbillStandIn } from '#lib/deposits/sources/testing/popbill-stand-in.ts'
import type { IssuerKind } from '../labels.ts'
import type { IssuerStandIn } from './world.ts'

/** The stand-ins that there are, by the kind of their connection. */
export const issuerStarts: Record<IssuerKind, () => Promise<IssuerStandIn>> = {
  popbill: startPopbillStandIn,
  barobill: startBarobillStandIn,
}
