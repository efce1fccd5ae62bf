import { describeIssuer } from './testing/describe-issuer.ts'
import { issuerStarts } from './testing/issuer-starts.ts'

describeIssuer('popbill', issuerStarts.popbill)
