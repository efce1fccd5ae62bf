import { startPopbillStandIn } from '#lib/deposits/sources/testing/popbill-stand-in.ts'
import { describeIssuer } from './testing/describe-issuer.ts'

describeIssuer('popbill', startPopbillStandIn)
