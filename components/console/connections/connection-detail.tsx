import Link from 'next/link'
import { cardPaymentsSwitchTexts } from '#lib/card-payments/labels.ts'
import type { CardOffer } from '#lib/card-payments/schema.ts'
import {
  alternativeConnectionKinds,
  baseUrlLabel,
  type ConnectionState,
  connectionDeclarations,
  connectionFields,
  connectionRowId,
  connectionStateHints,
  connectionStateLabels,
  connectionTexts,
  notYetText,
  secretHintText,
} from '#lib/connections/labels.ts'
import type { ConnectionRow } from '#lib/connections/schema.ts'
import { CORRECT_SUGGESTIONS_NEEDED, correctSuggestionsText, creditingTexts } from '#lib/deposits/sources/labels.ts'
import type { SourceRow } from '#lib/deposits/sources/schema.ts'
import { messageTemplates, templateKinds } from '#lib/messages/labels.ts'
import { formatCount } from '#lib/money/points.ts'
import { issuingTexts } from '#lib/receipts/issuing/labels.ts'
import type { IssuerRow } from '#lib/receipts/issuing/schema.ts'
import { Badge, Notice, type Tone } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { DetailFacts, DetailPart, factTimeText } from '../detail.tsx'
import { PageLink } from '../page-link.tsx'

/**
 * A connection with its state as a deposit source (`source`), as an issuer of receipts (`issuer`) and as a way to pay
 * by card (`offer`). A state is null or missing if the connected outside service doesn't have that function.
 */
export type ConnectionListRow = ConnectionRow & {
  readonly id: number
  readonly source: SourceRow | null
  readonly issuer: IssuerRow | null
  readonly offer?: CardOffer | null
}

const stateTones: Record<ConnectionState, Tone> = {
  NONE: 'neutral',
  UNCHECKED: 'warn',
  FAILING: 'bad',
  UNVERIFIED: 'warn',
  VERIFIED: 'good',
}

export const ConnectionStateBadge = ({ kind, state }: Pick<ConnectionRow, 'kind' | 'state'>) => (
  <Badge tone={stateTones[state]}>
    {state === 'NONE' && notYetText(kind) ? connectionTexts.notYet : connectionStateLabels[state]}
  </Badge>
)

/**
 * Badge of a connection whose values the outside service itself (not a stand-in) has never accepted. Hidden if
 * ConnectionStateBadge already says so.
 */
export const UnverifiedConnectionBadge = ({ state, verifiedAt }: Pick<ConnectionRow, 'state' | 'verifiedAt'>) =>
  verifiedAt === null && state !== 'UNVERIFIED' && <Badge tone="warn">{connectionStateLabels.UNVERIFIED}</Badge>

/** Badge that shows whether a deposit source may credit charges by itself. */
export const CreditingBadge = ({ source }: { readonly source: SourceRow }) => (
  <Badge tone={source.creditsSince ? 'good' : 'neutral'}>
    {source.creditsSince ? creditingTexts.on : creditingTexts.off}
  </Badge>
)

function Crediting({ source }: { readonly source: SourceRow }) {
  const { creditsSince, creditsBy, right, waiting } = source
  return (
    <DetailPart title={creditingTexts.title}>
      <p className="flex flex-wrap items-center gap-2 text-s">
        <CreditingBadge source={source} />
        {creditsSince && <span className="text-ink-3">{creditingTexts.since(seoulTime(creditsSince), creditsBy)}</span>}
      </p>
      <p className="text-s text-ink-2">{creditsSince ? creditingTexts.onHint : creditingTexts.offHint}</p>
      {!creditsSince && (
        <div className="grid gap-1.5 text-s">
          <span className="tabular-nums">{correctSuggestionsText(right)}</span>
          <progress
            className="h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunken [&::-moz-progress-bar]:bg-main [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-main"
            aria-label={creditingTexts.progress}
            max={CORRECT_SUGGESTIONS_NEEDED}
            value={Math.min(right, CORRECT_SUGGESTIONS_NEEDED)}
          />
        </div>
      )}
      {waiting > 0 && (
        <p className="text-s">
          <PageLink path="/admin/deposits">{creditingTexts.waiting(formatCount(waiting))}</PageLink>
        </p>
      )}
    </DetailPart>
  )
}

function Issuing({ issuer, verifiedAt }: { readonly issuer: IssuerRow; readonly verifiedAt: string | null }) {
  const { kind, issuesSince, issuesBy, waiting, failed } = issuer
  return (
    <DetailPart title={issuingTexts.title}>
      <p className="flex flex-wrap items-center gap-2 text-s">
        <Badge tone={issuesSince ? 'good' : 'neutral'}>{issuesSince ? issuingTexts.on : issuingTexts.off}</Badge>
        {verifiedAt === null && <Badge tone="warn">{issuingTexts.unverified}</Badge>}
        {issuesSince && <span className="text-ink-3">{issuingTexts.since(seoulTime(issuesSince), issuesBy)}</span>}
      </p>
      <p className="text-s text-ink-2">{issuesSince ? issuingTexts.onHint(kind) : issuingTexts.offHint(kind)}</p>
      <p className="text-s text-ink-3">{issuingTexts.unverifiedHint}</p>
      {waiting > 0 && (
        <p className="text-s">
          <PageLink path="/admin/receipts" query={{ status: 'all', document: 'WAITING' }}>
            {issuingTexts.waiting(formatCount(waiting))}
          </PageLink>
        </p>
      )}
      {failed > 0 && (
        <p className="text-s">
          <PageLink path="/admin/receipts" query={{ status: 'all', document: 'FAILED' }}>
            {issuingTexts.failed(formatCount(failed))}
          </PageLink>
        </p>
      )}
    </DetailPart>
  )
}

/** Badge that shows whether the shop offers members payment by card. */
export const CardPaymentsBadge = ({ offer }: { readonly offer: CardOffer }) => (
  <Badge tone={offer.offeredSince ? 'good' : 'neutral'}>
    {offer.offeredSince ? cardPaymentsSwitchTexts.on : cardPaymentsSwitchTexts.off}
  </Badge>
)

function CardPayments({ offer }: { readonly offer: CardOffer }) {
  const { offeredSince, offeredBy } = offer
  return (
    <DetailPart title={cardPaymentsSwitchTexts.title}>
      <p className="flex flex-wrap items-center gap-2 text-s">
        <CardPaymentsBadge offer={offer} />
        {offeredSince && <span className="text-ink-3">{creditingTexts.since(seoulTime(offeredSince), offeredBy)}</span>}
      </p>
      <p className="text-s text-ink-2">
        {offeredSince ? cardPaymentsSwitchTexts.onHint : cardPaymentsSwitchTexts.offHint}
      </p>
    </DetailPart>
  )
}

function Steps({ row: { kind, source, offer } }: { readonly row: ConnectionListRow }) {
  const webhookUrl = source?.webhookUrl ?? offer?.webhookUrl
  return (
    <DetailPart title={connectionTexts.stepsTitle}>
      <ol className="grid list-decimal gap-1.5 pl-5 text-s">
        {connectionDeclarations[kind].steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {webhookUrl && (
        <div className="grid gap-1 text-s">
          <span className="font-semibold text-ink-2">{connectionTexts.webhook}</span>
          <span className="flex items-center gap-2 rounded-field bg-sunken py-1.5 pr-1.5 pl-3.5">
            <code className="min-w-0 flex-1 font-mono wrap-anywhere">{webhookUrl}</code>
            <CopyButton text={webhookUrl} label={connectionTexts.copyWebhook} iconOnly />
          </span>
        </div>
      )}
    </DetailPart>
  )
}

/**
 * Alternatives to an outside service that the shop can't use yet: other outside services and the import of bank files,
 * each with a link.
 */
function Alternatives({ kind }: Pick<ConnectionRow, 'kind'>) {
  return (
    <DetailPart title={connectionTexts.insteadTitle}>
      <ul className="grid gap-2 text-s">
        {alternativeConnectionKinds(kind).map((other) => (
          <li key={other} className="grid gap-0.5">
            <PageLink path="/admin/connections" query={{ id: connectionRowId(other) }}>
              {connectionDeclarations[other].label}
            </PageLink>
            <span className="text-ink-2">{connectionDeclarations[other].purpose}</span>
          </li>
        ))}
        <li className="grid gap-0.5">
          <Link href="/admin/deposits/import" prefetch={false} className="text-main-text no-underline hover:underline">
            {connectionTexts.importLink}
          </Link>
          <span className="text-ink-2">{connectionTexts.importHint}</span>
        </li>
      </ul>
    </DetailPart>
  )
}

/** The texts of the AlimTalk templates, to be copied into Solapi for Kakao's review. */
function Templates() {
  return (
    <DetailPart title={connectionTexts.templatesTitle}>
      <p className="text-s text-ink-2">{connectionTexts.templatesHint}</p>
      <ul className="grid gap-2 text-s">
        {templateKinds.map((kind) => {
          const { label, text } = messageTemplates[kind]
          return (
            <li key={kind} className="grid gap-1">
              <span className="font-semibold text-ink-2">{label}</span>
              <span className="flex items-start gap-2 rounded-field bg-sunken py-1.5 pr-1.5 pl-3.5">
                <span className="min-w-0 flex-1 whitespace-pre-wrap wrap-anywhere">{text}</span>
                <CopyButton text={text} label={connectionTexts.copyTemplate(label)} iconOnly />
              </span>
            </li>
          )
        })}
      </ul>
    </DetailPart>
  )
}

/**
 * Detail of a connection: its state with advice, its values without secrets, its switches (crediting, issuing receipts,
 * card payments) and the steps to connect it.
 */
export function ConnectionDetail({ row }: { readonly row: ConnectionListRow }) {
  const { kind, state, settings, hints, baseUrl, error, effectiveAt, source, offer } = row
  const notYet = notYetText(kind)
  const canBeConnected = state !== 'NONE' || !notYet
  const values = connectionFields(kind).map(({ name, label, secret, choices }) => {
    const value = settings[name]
    const text = choices?.find(([known]) => known === value)?.[1] ?? value
    return [label, secret ? hints[name] !== undefined && secretHintText(hints[name]) : text] as const
  })
  return (
    <>
      <p className="flex flex-wrap gap-2">
        <ConnectionStateBadge {...row} />
        <UnverifiedConnectionBadge {...row} />
      </p>
      <p className="text-s text-ink-2">{connectionDeclarations[kind].purpose}</p>
      {notYet && (
        <Notice tone="warn" className="text-s">
          {notYet}
        </Notice>
      )}
      {error ? (
        <Notice tone="bad" className="grid gap-1 text-s" role="status">
          <b className="font-semibold">{error}</b>
          <span>{connectionStateHints[state]}</span>
        </Notice>
      ) : (
        canBeConnected && <p className="text-s text-ink-3">{connectionStateHints[state]}</p>
      )}
      {effectiveAt && (
        <Notice tone="warn" className="text-s">
          {connectionTexts.waits(seoulTime(effectiveAt))}{' '}
          <PageLink inText path="/admin/changes">
            중요 변경
          </PageLink>
        </Notice>
      )}
      {state !== 'NONE' && (
        <DetailFacts
          facts={[
            ...values,
            [baseUrlLabel, baseUrl],
            ['연결', factTimeText(row.connectedAt)],
            ['마지막 확인', factTimeText(row.checkedAt)],
            ['오류 시작', factTimeText(row.failingSince)],
            ['실제 서비스 확인', factTimeText(row.verifiedAt)],
          ]}
        />
      )}
      {source && state !== 'NONE' && <Crediting source={source} />}
      {row.issuer && state !== 'NONE' && <Issuing issuer={row.issuer} verifiedAt={row.verifiedAt} />}
      {offer && state !== 'NONE' && <CardPayments offer={offer} />}
      {canBeConnected ? <Steps row={row} /> : <Alternatives kind={kind} />}
      {kind === 'solapi' && <Templates />}
    </>
  )
}
