import { startBarobillStandIn } from '#lib/deposits/sources/testing/barobill-stand-in.ts'
import { startPopbillStandIn } from '#lib/deposits/sources/testing/popbill-stand-in.ts'
import type { IssuerKind } from '../labels.ts'
import type { IssuerStandIn } from './world.ts'

/** By kind of connection, the function that starts the stand-in for that issuing service. */
export const issuerStarts: Record<IssuerKind, () => Promise<IssuerStandIn>> = {
  popbill: startPopbillStandIn,
  barobill: startBarobillStandIn,
}
