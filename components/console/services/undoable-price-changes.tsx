'use client'

import { useState } from 'react'
import { priceBatchText, undonePricesText } from '#lib/catalog/labels.ts'
import type { PriceBatchRow } from '#lib/catalog/price-change-schema.ts'
import { formatCount } from '#lib/money/points.ts'
import { Notice } from '../../ui/badge.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useMoveFocusOnUnmount } from '../../ui/lost-focus.ts'
import { useShortcuts } from '../../ui/use-shortcuts.ts'
import { ShortcutButton } from '../shortcut-button.tsx'
import { hasUnsentActs } from '../undo-store.ts'
import { useConsoleCall } from '../use-console-call.ts'

interface UndoablePriceChangesProps {
  readonly batches: readonly PriceBatchRow[]
  /** The server's time, in milliseconds. */
  readonly now: number
}

/**
 * List of the bulk price changes that can still be undone, each with an undo button; renders nothing without such
 * changes.
 */
export function UndoablePriceChanges({ batches, now }: UndoablePriceChangesProps) {
  const [batchToUndo, setBatchToUndo] = useState<PriceBatchRow | null>(null)
  const undoable = batches.filter(({ restorable }) => restorable > 0)
  const [newest] = undoable
  const askToUndoNewest = () => {
    // While the undo bar shows an action, Z undoes that action instead. While a dialog is open, Z does nothing.
    if (newest && !hasUnsentActs() && !document.querySelector('dialog[open]')) setBatchToUndo(newest)
  }
  useShortcuts(newest ? { z: askToUndoNewest } : {})
  if (undoable.length === 0) return null
  return (
    <Notice role="region" aria-label="되돌릴 수 있는 가격 변경" className="grid gap-2 text-s">
      {undoable.map((batch) => (
        <UndoableBatch
          key={batch.id}
          {...{ batch, now }}
          hasKey={batch === newest}
          onAsk={() => setBatchToUndo(batch)}
        />
      ))}
      {batchToUndo && <UndoDialog batch={batchToUndo} onClose={() => setBatchToUndo(null)} />}
    </Notice>
  )
}

interface UndoableBatchProps {
  readonly batch: PriceBatchRow
  readonly now: number
  /** Whether the key Z opens the dialog that undoes this change. */
  readonly hasKey: boolean
  readonly onAsk: () => void
}

/**
 * A bulk price change with its undo button. When the change is undone, this row disappears and the focus moves from its
 * button to the list.
 */
function UndoableBatch({ batch, now, hasKey, onAsk }: UndoableBatchProps) {
  useMoveFocusOnUnmount()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="tabular-nums">{priceBatchText(batch, new Date(now))}</span>
      <ShortcutButton shortcut={hasKey ? 'z' : null} size="s" className="ml-auto" onClick={onAsk}>
        {formatCount(batch.restorable)}개 가격 되돌리기
      </ShortcutButton>
    </div>
  )
}

function UndoDialog({ batch, onClose }: { readonly batch: PriceBatchRow; readonly onClose: () => void }) {
  const { busy, run } = useConsoleCall()
  const { id, changed, restorable } = batch
  const skipped = changed - restorable
  async function undo() {
    const path = `/api/admin/services/prices/${id}/undo`
    const answer = await run<{ restored: number; skipped: number }>({ method: 'POST', path, done: undonePricesText })
    if (answer) onClose()
  }
  return (
    <ConfirmDialog
      title="가격 되돌리기"
      tone="main"
      focused
      action={`${formatCount(restorable)}개 가격 되돌리기`}
      busy={busy}
      onClose={onClose}
      onConfirm={undo}
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-ink-2">
        <li>상품 {formatCount(restorable)}개가 바꾸기 전 가격으로 돌아가요.</li>
        {skipped > 0 && <li>그 뒤에 가격이 다시 바뀐 {formatCount(skipped)}개는 그대로 둬요.</li>}
        <li>그사이 들어온 주문의 금액은 바뀌지 않아요.</li>
      </ul>
    </ConfirmDialog>
  )
}
