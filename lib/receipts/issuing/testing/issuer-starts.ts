import { startBarobillStandIn } from '#lib/deposits/sources/testing/barobill-stand-in.ts'
import { startPopbillStandIn } from '#lib/deposits/sources/testing/popbill-stand-in.ts'
import type { IssuerKind } from '../labels.ts'
import type { IssuerStandIn } from './world.ts'

/** Functions that start a stand-in for an issuer, by kind of its connection. */
export const issuerStarts: Record<IssuerKind, () => Promise<IssuerStandIn>> = {
  popbill: startPopbillStandIn,
  barobill: startBarobillStandIn,
}
