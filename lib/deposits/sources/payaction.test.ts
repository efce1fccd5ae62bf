import { describeSource } from './testing/describe-source.ts'
import { startPayactionStandIn } from './testing/payaction-stand-in.ts'

describeSource('payaction', () => startPayactionStandIn())
