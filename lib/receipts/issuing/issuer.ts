import type { OpenConnection } from '#lib/connections/open-connection.ts'
import type { IssuerKind } from './labels.ts'
import type { DocumentSums } from './rules.ts'

/** CASH: a cash receipt (현금영수증). INVOICE: a tax invoice (세금계산서). */
export type DocumentForm = 'CASH' | 'INVOICE'

/** The shop as the seller on a tax invoice. */
export type Seller = { company: string; leader: string; address: string }

/** What a service is to issue. Days are `YYYYMMDD` and moments 14 digits, both in Seoul. */
export type NewDocument = {
  /** The shop's name of it: at most 24 letters and digits. The service issues at most one document under it. */
  key: string
  form: DocumentForm
  sums: DocumentSums
  /** When the charge was credited. */
  paidAt: string
  /** Fields of the charge's form (docs/contract.md#receipt-kinds). */
  recipient: Readonly<Record<string, string>>
  seller: Seller
}

/** A document that lowers the sum of one issued before, or takes all of it back. */
export type NewCorrection = NewDocument & {
  /** The day of the reversal or refund. */
  correctedOn: string
  original: { key: string; number: string; day: string }
  /** True if it takes the whole sum of the original back. */
  isWhole: boolean
}

/** What became of a document at the tax office. PENDING: it wasn't sent there yet, or hasn't answered. */
export type Filing = 'PENDING' | 'ACCEPTED' | 'REJECTED'

/** A document as the service has it. `total` in whole won, positive for a correction too. */
export type IssuedDocument = {
  /** '' while the service has none yet. */
  number: string
  day: string
  total: number
  filing: Filing
  /** Why the tax office rejected it, in Korean. */
  reason: string | null
}

/** Names a document at the service. */
export type DocumentName = { form: DocumentForm; key: string }

/**
 * Adapter of one service that issues receipts. It translates between the service's protocol and the types above; it has
 * no state and opens no transaction. All of its requests throw SourceError when they fail, and may have arrived although
 * they failed. REFUSED: the service issued nothing for this request. BUSY: it can't be issued yet, but later.
 */
export type Issuer<K extends IssuerKind = IssuerKind> = {
  kind: K
  /** What it issues; staff issue the others. */
  forms: readonly DocumentForm[]
  /** Asks the service whether it would issue receipts with the stored values. Issues nothing. */
  check(connection: OpenConnection<K>): Promise<void>
  /** Issues a document. If one was issued under its key already, that one is returned and no other issued. */
  issue(connection: OpenConnection<K>, document: NewDocument): Promise<IssuedDocument>
  /** Issues a correction, as `issue` does. */
  correct(connection: OpenConnection<K>, correction: NewCorrection): Promise<IssuedDocument>
  /** The document of this name; null if the service has none. */
  ask(connection: OpenConnection<K>, name: DocumentName): Promise<IssuedDocument | null>
  /** Address of a page of the service that shows the document. It lets whoever has it in for a short while. */
  view(connection: OpenConnection<K>, name: DocumentName): Promise<string>
}
