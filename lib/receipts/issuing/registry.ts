import { feeType } from '#lib/charges/labels.ts'
import { barobill } from './barobill.ts'
import type { Issuer } from './issuer.ts'
import { type IssuerKind, issuerKinds } from './labels.ts'
import { popbill } from './popbill.ts'

const issuers: { [K in IssuerKind]: Issuer<K> } = { popbill, barobill }

/** The adapter for connections of this kind. Pass its methods only connections of that kind. */
export const issuerOf = (kind: IssuerKind): Issuer => issuers[kind] as Issuer

const feeTypes = { CASH: feeType.CASH, INVOICE: feeType.FEE } as const

/** Pairs of an issuer and a kind of receipt that it issues, as two parallel lists for SQL. */
export const issuableReceiptKinds = (): [kinds: IssuerKind[], feeTypes: number[]] => {
  const pairs = issuerKinds.flatMap((kind) => issuers[kind].forms.map((form) => [kind, feeTypes[form]] as const))
  return [pairs.map(([kind]) => kind), pairs.map(([, type]) => type)]
}
