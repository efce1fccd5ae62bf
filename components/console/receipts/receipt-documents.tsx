import { wonText } from '#lib/money/points.ts'
import {
  type DocumentState,
  documentKindLabels,
  documentStateLabels,
  receiptDocumentTexts,
} from '#lib/receipts/labels.ts'
import type { ReceiptDocument } from '#lib/receipts/schema.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { DetailPart } from '../detail.tsx'

const stateTones: Record<DocumentState, Tone> = {
  WAITING: 'warn',
  ISSUED: 'good',
  FILED: 'good',
  FAILED: 'bad',
  REJECTED: 'bad',
  DROPPED: 'neutral',
  BY_HAND: 'neutral',
}

interface ReceiptDocumentsProps {
  readonly documents: readonly ReceiptDocument[]
  /** URL of a document's page at the issuer, valid for a short time only; null if none was requested. */
  readonly page: { readonly id: number; readonly url: string } | null
  /** Requests the URL of a document's page; absent for viewers who may not see the page. */
  readonly onView?: ((document: ReceiptDocument) => void) | undefined
  readonly busy: boolean
}

// The link takes the place of the button that was pressed, and can be used for a short time only.
const focusLink = (link: HTMLAnchorElement | null) => link?.focus({ preventScroll: true })

function DocumentLine({
  document,
  page,
  onView,
  busy,
}: Omit<ReceiptDocumentsProps, 'documents'> & { readonly document: ReceiptDocument }) {
  const { id, kind, state, amount, number, error, issuedAt } = document
  const isShown = state === 'ISSUED' || state === 'FILED'
  // A receipt often has several documents, whose buttons are alike.
  const nameOf = (label: string) => `${label}, ${documentKindLabels[kind]} ${wonText(amount)}`
  return (
    <li className="grid gap-1.5 text-s">
      <p className="flex flex-wrap items-center gap-2">
        <b className="font-semibold">{documentKindLabels[kind]}</b>
        <span className="tabular-nums">{wonText(amount)}</span>
        <Badge tone={stateTones[state]}>{documentStateLabels[state]}</Badge>
        {issuedAt && <span className="text-ink-3 tabular-nums">{seoulTime(issuedAt)}</span>}
      </p>
      {number && (
        <p className="flex items-center justify-between gap-2">
          <span className="min-w-0 wrap-anywhere">
            {receiptDocumentTexts.number} {number}
          </span>
          <CopyButton text={number} label={nameOf(receiptDocumentTexts.copyNumber)} iconOnly />
        </p>
      )}
      {error && <p className="text-ink-2 wrap-anywhere">{error}</p>}
      {page?.id === id ? (
        <p>
          <a
            ref={focusLink}
            className="font-semibold text-main underline"
            href={page.url}
            target="_blank"
            rel="noopener noreferrer"
          >
            {receiptDocumentTexts.open}
          </a>{' '}
          <span className="text-ink-3">{receiptDocumentTexts.openHint}</span>
        </p>
      ) : (
        isShown &&
        onView && (
          <p>
            <Button
              size="s"
              tone="soft"
              busy={busy}
              aria-label={nameOf(receiptDocumentTexts.view)}
              onClick={() => onView(document)}
            >
              {receiptDocumentTexts.view}
            </Button>
          </p>
        )
      )}
    </li>
  )
}

/**
 * The documents of a receipt that the connected issuer has issued or will issue, each with its state. A document may
 * also have a number at the tax office, an error or, once it is issued, a link to its page.
 */
export const ReceiptDocuments = ({ documents, ...rest }: ReceiptDocumentsProps) =>
  documents.length > 0 && (
    <DetailPart title={receiptDocumentTexts.title}>
      <ul className="grid gap-4">
        {documents.map((document) => (
          <DocumentLine key={document.id} {...{ document, ...rest }} />
        ))}
      </ul>
    </DetailPart>
  )
