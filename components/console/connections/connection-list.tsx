'use client'

import { cardPaymentsSwitchTexts } from '#lib/card-payments/labels.ts'
import { connectionDeclarations, connectionTexts, notYetText } from '#lib/connections/labels.ts'
import type { ConnectionInput, ConnectionRow } from '#lib/connections/schema.ts'
import { creditingTexts } from '#lib/deposits/sources/labels.ts'
import { hasEnoughCorrectSuggestions } from '#lib/deposits/sources/rules.ts'
import { issuingTexts } from '#lib/receipts/issuing/labels.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import type { Column } from '../../ui/table.tsx'
import type { Action } from '../actions.tsx'
import { column, hiddenOnPhoneClass, titleColumn } from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import { firstFieldIssue } from '../use-console-call.ts'
import { type ListProps, useList } from '../use-list.ts'
import {
  CardPaymentsBadge,
  ConnectionDetail,
  type ConnectionListRow,
  ConnectionStateBadge,
  CreditingBadge,
  UnverifiedConnectionBadge,
} from './connection-detail.tsx'
import { connectionForm } from './connection-form.tsx'

const connectionColumns: readonly Column<ConnectionListRow>[] = [
  titleColumn('서비스', ({ kind }) => connectionDeclarations[kind].label),
  column('기능', ({ kind }) => connectionDeclarations[kind].purpose, 'line', `${hiddenOnPhoneClass} text-ink-2`),
  column(
    '충전',
    ({ source, offer, state }) =>
      state !== 'NONE' &&
      ((source && <CreditingBadge source={source} />) || (offer && <CardPaymentsBadge offer={offer} />)),
    'amount',
  ),
  column(
    '상태',
    (row) => (
      <span className="flex flex-wrap gap-1.5 wide:flex-nowrap">
        <ConnectionStateBadge {...row} />
        {row.state !== 'NONE' && <UnverifiedConnectionBadge {...row} />}
      </span>
    ),
    'badge',
  ),
]

const emptyText = ['연결할 수 있는 서비스가 없어요.', '새 버전에서 늘어나요.'] as const

interface ConnectionListProps extends ListProps<ConnectionListRow> {
  /** Whether the viewer is an OWNER: only owners may store keys and switch on crediting, issuing and card payments. */
  readonly isOwner: boolean
  /** Whether the shop may call another base URL than the outside service's own, such as a stand-in's. */
  readonly allowsOtherAddress: boolean
}

const labelOf = ({ kind }: ConnectionRow): string => connectionDeclarations[kind].label

/**
 * List of the outside services that the shop can be connected to, with the actions that the viewer may take on each.
 */
export function ConnectionList({ mayAct, isOwner, allowsOtherAddress, ...props }: ConnectionListProps) {
  const list = useList(props)
  const { run } = list
  const pathOf = ({ kind }: ConnectionRow) => `/api/admin/connections/${kind}`
  const check = (row: ConnectionRow) =>
    run<ConnectionRow>({ method: 'POST', path: `${pathOf(row)}/check`, done: connectionTexts.checked(labelOf(row)) })

  async function save(row: ConnectionListRow, body: ConnectionInput) {
    const done = ({ effectiveAt }: ConnectionRow) => (effectiveAt ? connectionTexts.savedForLater : '')
    const answer = await run<ConnectionRow>({ method: 'PUT', path: pathOf(row), body, done })
    if (!answer?.ok) return answer && firstFieldIssue(answer)
    list.closeDialog()
    if (!answer.body.effectiveAt) await check(row)
    return null
  }

  const sendAndClose = async (call: Parameters<typeof run>[0]) => {
    const answer = await run(call)
    if (answer) list.closeDialog()
  }

  function creditingAction(row: ConnectionListRow): Action | null {
    const { source } = row
    if (!source) return null
    const on = source.creditsSince === null
    if (on && !hasEnoughCorrectSuggestions(source.right)) return null
    const texts = on ? creditingTexts.switchOn : creditingTexts.switchOff
    const path = `/api/admin/deposit-sources/${row.kind}/crediting`
    return {
      key: 'a',
      label: texts.label,
      confirm: {
        text: texts.text,
        action: texts.label,
        tone: on ? 'main' : 'bad',
        onConfirm: () => sendAndClose({ method: 'PUT', path, body: { on }, done: texts.done }),
      },
    }
  }

  function issuingAction({ kind, issuer }: ConnectionListRow): Action | null {
    if (!issuer) return null
    const on = issuer.issuesSince === null
    const texts = on ? issuingTexts.switchOn : issuingTexts.switchOff
    const path = `/api/admin/receipt-issuers/${kind}/issuing`
    return {
      key: 'r',
      label: texts.label,
      confirm: {
        text: texts.text,
        action: texts.label,
        tone: on ? 'main' : 'bad',
        onConfirm: () => sendAndClose({ method: 'PUT', path, body: { on }, done: texts.done }),
      },
    }
  }

  function offerAction({ offer }: ConnectionListRow): Action | null {
    if (!offer) return null
    const on = offer.offeredSince === null
    const { label, text, done } = on ? cardPaymentsSwitchTexts.switchOn : cardPaymentsSwitchTexts.switchOff
    const call = { method: 'PUT', path: '/api/admin/card-payments', body: { on }, done } as const
    return {
      key: 'a',
      label,
      confirm: { text, action: label, tone: on ? 'main' : 'bad', onConfirm: () => sendAndClose(call) },
    }
  }

  function actionsOf(row: ConnectionListRow): readonly Action[] {
    const isConnected = row.state !== 'NONE'
    const edit: Action = {
      key: 'e',
      label: isConnected ? connectionTexts.change : connectionTexts.connect,
      form: connectionForm(row, { allowsOtherAddress, onGiven: (input) => save(row, input) }),
    }
    const checkNow: Action = { key: 't', label: connectionTexts.check, run: () => check(row) }
    const remove: Action = {
      key: 'd',
      label: connectionTexts.disconnect,
      confirm: {
        text: connectionTexts.disconnectText(labelOf(row)),
        action: connectionTexts.disconnect,
        onConfirm: () =>
          sendAndClose({ method: 'DELETE', path: pathOf(row), done: connectionTexts.disconnected(labelOf(row)) }),
      },
    }
    const switches = [creditingAction(row) ?? offerAction(row), issuingAction(row)].filter((action) => action !== null)
    if (!isConnected) return isOwner && !notYetText(row.kind) ? [edit] : []
    return [checkNow, ...(isOwner ? [...switches, edit, remove] : [])]
  }

  return (
    <>
      <PageTitle title={connectionTexts.title} hint={connectionTexts.hint} />
      <ListPage
        {...{ list, columns: connectionColumns }}
        noun={connectionTexts.title}
        emptyTexts={{ search: emptyText, none: emptyText }}
        titleOf={labelOf}
        actions={list.row && mayAct ? actionsOf(list.row) : []}
        hasSearch={false}
        detail={(row) => <ConnectionDetail row={row} />}
      />
    </>
  )
}
