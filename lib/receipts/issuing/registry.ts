import type { Issuer } from './issuer.ts'
import type { IssuerKind } from './labels.ts'
import { popbill } from './popbill.ts'

const issuers: { [K in IssuerKind]: Issuer<K> } = { popbill }

/** The adapter of a connection. Every caller hands it the connection of the same kind. */
export const issuerOf = (kind: IssuerKind): Issuer => issuers[kind] as Issuer
