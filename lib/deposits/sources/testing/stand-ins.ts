import type { SourceKind } from '../labels.ts'
import { startBarobillStandIn } from './barobill-stand-in.ts'
import { startBentaStandIn } from './benta-stand-in.ts'
import { startPayactionStandIn } from './payaction-stand-in.ts'
import { startPopbillStandIn } from './popbill-stand-in.ts'
import type { StandIn } from './stand-in.ts'

/** Starts the stand-in for a deposit source on this port; 0 for any free port. */
type StartStandIn = (options: { port: number }) => Promise<StandIn>

/** Functions that start the stand-ins, by kind of source. */
export const standInStarters: Record<SourceKind, StartStandIn> = {
  payaction: startPayactionStandIn,
  popbill: startPopbillStandIn,
  barobill: startBarobillStandIn,
  benta: startBentaStandIn,
}
