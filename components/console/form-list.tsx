'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { KeyCap } from '../ui/key-cap.tsx'
import type { Column } from '../ui/table.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { listKeys } from './key-help.tsx'
import { ListLayout } from './list-layout.tsx'
import { MoveButtons } from './move-buttons.tsx'
import { RowForm, type RowKind } from './row-form.tsx'
import { useConsoleCall } from './use-console-call.ts'
import { useListKeys } from './use-list-keys.ts'
import { useSelection } from './use-selection.ts'

interface FormListProps<Row extends { readonly id: number }, Values extends object> {
  readonly kind: RowKind<Row, Values>
  readonly rows: readonly Row[]
  readonly chosen: number | undefined
  readonly columns: readonly Column<Row>[]
  readonly facts: (row: Row) => ReactNode
  /** What stands under a row's form. */
  readonly more?: (row: Row) => ReactNode
  /** The shop shows these in an order that staff set. */
  readonly ordered?: boolean
  /** What the list is searched or filtered by. */
  readonly tools?: ReactNode
  readonly searched?: boolean
  /** Where a new one begins. */
  readonly start: Partial<Row>
  readonly mayAct: boolean
}

const addKey = { keys: ['N'], does: '추가', short: true }
const moveKeys = { keys: ['U', 'D'], does: '위로, 아래로', short: true }

/** A whole list in which each row is a form: the chosen one's form beside it, a key for a new one, and keys that move it. */
export function FormList<Row extends { readonly id: number }, Values extends object>(
  props: FormListProps<Row, Values>,
) {
  const { kind, rows, columns, facts, more, ordered = false, tools, searched = false, start, mayAct } = props
  const [dialog, setDialog] = useState<'new' | 'remove' | null>(null)
  const selection = useSelection(rows, props.chosen)
  const { row } = selection
  const { busy, run } = useConsoleCall()
  const close = () => setDialog(null)
  const path = `${kind.path}/${row?.id}`
  const move = (direction: 'UP' | 'DOWN') => row && run({ method: 'POST', path: `${path}/move`, body: { direction } })
  async function remove() {
    if (await run({ method: 'DELETE', path, done: `${kind.noun} 삭제했습니다.` })) close()
  }
  const add = () => setDialog('new')
  const moves = { u: () => move('UP'), d: () => move('DOWN') }
  useListKeys(selection, { ...(mayAct && { n: add }), ...(mayAct && ordered && moves) }, dialog !== null)
  const keys = listKeys(mayAct ? [addKey, ...(ordered ? [moveKeys] : [])] : []).filter(
    (line) => searched || !line.keys.includes('/'),
  )
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {tools && <div className="min-w-0 flex-1 basis-[280px]">{tools}</div>}
        {mayAct && (
          <Button size="s" tone="main" onClick={add} aria-keyshortcuts="n" className="ml-auto">
            {kind.noun} 추가 <KeyCap name="N" onMain />
          </Button>
        )}
      </div>
      <ListLayout
        selection={selection}
        caption={kind.noun}
        columns={columns}
        empty={<EmptyState title={`${kind.noun} 없음`} hint="추가하면 여기에 나타나요." />}
        titleOf={kind.nameOf}
        none={`고른 ${kind.noun} 없음`}
        choose="목록에서 고르면 내용이 여기에 보여요."
        keys={keys}
      >
        {(chosen) => (
          <>
            {facts(chosen)}
            {mayAct && (
              <>
                <RowForm key={chosen.id} kind={kind} row={chosen} />
                {ordered && <MoveButtons busy={busy} onMove={move} />}
                <Button size="s" tone="bad" busy={busy} onClick={() => setDialog('remove')}>
                  삭제
                </Button>
              </>
            )}
            {more?.(chosen)}
          </>
        )}
      </ListLayout>
      {dialog === 'new' && (
        <Dialog open onClose={close} title={`${kind.noun} 추가`}>
          <RowForm kind={kind} row={start} onMade={close} />
        </Dialog>
      )}
      {dialog === 'remove' && row && (
        <ConfirmDialog
          title={`${kind.noun} 삭제`}
          text={`${kind.nameOf(row)} 항목을 삭제합니다. ${kind.removal}`}
          action="삭제"
          busy={busy}
          onConfirm={remove}
          onClose={close}
        />
      )}
    </>
  )
}
