import type { DecryptedConnection } from '#lib/connections/read-connection.ts'
import type { IssuerKind } from './labels.ts'
import type { DocumentSums } from './rules.ts'

/** CASH: a cash receipt (현금영수증). INVOICE: a tax invoice (세금계산서). */
export type DocumentForm = 'CASH' | 'INVOICE'

/** The shop as the seller on a tax invoice. */
export type Seller = {
  company: string
  /** Name of the shop's representative. */
  leader: string
  address: string
}

/** A document to be issued. Days are `YYYYMMDD` and times have 14 digits, both in Seoul. */
export type NewDocument = {
  /**
   * The shop's own key of the document: at most 24 letters and digits. The issuer issues at most one document with this
   * key.
   */
  key: string
  form: DocumentForm
  sums: DocumentSums
  /** When the charge was credited. */
  paidAt: string
  /** Details of the recipient, by field, as the member entered them (docs/contract.md#receipt-kinds). */
  recipient: Readonly<Record<string, string>>
  seller: Seller
}

/** A document that takes back all or part of the amount of an earlier document, its original. */
export type NewCorrection = NewDocument & {
  /** The day on which the correction was planned: soon after the reversal or cash refund. */
  correctedOn: string
  original: { key: string; number: string; day: string }
  /** True if the correction takes back the whole amount of the original. */
  isWhole: boolean
}

/**
 * Whether the tax office has accepted a document. PENDING: the issuer hasn't sent the document there yet, or the tax
 * office hasn't answered.
 */
export type TaxOfficeState = 'PENDING' | 'ACCEPTED' | 'REJECTED'

/** An issued document, as the issuer stores it. `total` is in whole won, and positive even for a correction. */
export type IssuedDocument = {
  /** Number that the tax office gave the document; '' until the issuer has received the number. */
  number: string
  /** Date of the trade that the document states. */
  day: string
  total: number
  filing: TaxOfficeState
  /** Text or code with which the tax office rejected the document; null if it gave no reason. */
  reason: string | null
}

/** Identifies a document at an issuer. */
export type DocumentId = { form: DocumentForm; key: string }

/**
 * Adapter of an issuer, a service such as Popbill that issues receipts for the shop. It translates between the issuer's
 * protocol and the types above; it has no state and opens no transaction. A request that fails throws SourceError, but
 * may have reached the issuer nevertheless. REFUSED: the issuer issued nothing for this request. BUSY: the document
 * can't be issued yet, but can be later.
 */
export type Issuer<K extends IssuerKind = IssuerKind> = {
  kind: K
  /** Kinds of documents that the issuer issues. Staff issue all other kinds by hand. */
  forms: readonly DocumentForm[]
  /** Asks the issuer whether it would issue receipts with the stored values. Issues nothing. */
  check(connection: DecryptedConnection<K>): Promise<void>
  /** Issues a document. If a document with this key was already issued, returns it and issues no second one. */
  issue(connection: DecryptedConnection<K>, document: NewDocument): Promise<IssuedDocument>
  /** Issues a correction. Like `issue`, it issues at most one document per key. */
  correct(connection: DecryptedConnection<K>, correction: NewCorrection): Promise<IssuedDocument>
  /** Fetches the document with this form and key from the issuer; null if the issuer has none. */
  ask(connection: DecryptedConnection<K>, document: DocumentId): Promise<IssuedDocument | null>
  /**
   * Fetches the URL of a page of the issuer that shows the document. For a short while anybody who has the URL can open
   * the page.
   */
  view(connection: DecryptedConnection<K>, document: DocumentId): Promise<string>
}
