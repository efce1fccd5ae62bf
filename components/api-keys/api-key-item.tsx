'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { apiKeyTexts, scopeLabels } from '#lib/api-keys/labels.ts'
import type { ApiKeyRow } from '#lib/api-keys/schema.ts'
import { useCall } from '../chrome/use-call.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { seoulTime } from '../ui/seoul-time.ts'
import { toast } from '../ui/toast-store.ts'
import { ApiKeyForm } from './api-key-form.tsx'
import { RotateApiKeyDialog } from './rotate-api-key-dialog.tsx'

const won = (amount: number): string => `${amount.toLocaleString('ko-KR')}원`

/** The limits and use of an API key as short texts: allowed calls and IP addresses, daily cap, last use and so on. */
const factsOf = ({ scopes, addresses, dailyCap, spentToday, lastUsedAt, formerUntil }: ApiKeyRow): string[] => [
  scopes.map((scope) => scopeLabels[scope]).join(', '),
  ...(addresses.length > 0 ? [apiKeyTexts.addresses(addresses.length)] : []),
  ...(dailyCap > 0 ? [apiKeyTexts.cap(won(spentToday), won(dailyCap))] : []),
  lastUsedAt ? apiKeyTexts.lastUsed(seoulTime(lastUsedAt)) : apiKeyTexts.unused,
  ...(formerUntil ? [apiKeyTexts.former(seoulTime(formerUntil))] : []),
]

type OpenDialog = 'edit' | 'rotate' | 'remove' | null

interface ApiKeyItemProps {
  readonly row: ApiKeyRow
  /** Receives the whole text of the key after a rotation; not called for a test key. */
  readonly onNewKey: (key: string) => void
  /** Called when one of the standard buttons of a key is pressed. */
  readonly onAction: () => void
  /** Element shown instead of the key's masked text: the whole key, or an element that can reveal it. */
  readonly shown?: ReactNode
  /** Further button beside the standard buttons of a key. */
  readonly action?: ReactNode
}

/** An API key in the member's list, with buttons to change, rotate or revoke it. */
export function ApiKeyItem({ row, onNewKey, onAction, shown, action }: ApiKeyItemProps) {
  const name = row.name || apiKeyTexts.first
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
  const show = (which: OpenDialog) => {
    onAction()
    setDialog(which)
  }
  const { busy, send } = useKeyCall(row, name)
  return (
    <li className="grid gap-2 border-t border-line py-3 first:border-t-0">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-semibold wrap-anywhere">{name}</span>
        {row.frozen && <Badge tone="bad">{apiKeyTexts.frozen}</Badge>}
        {!shown && <code className="font-mono text-s text-ink-3">{row.masked}</code>}
      </div>
      {shown}
      <p className="text-s text-ink-3 tabular-nums">{factsOf(row).join(' · ')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="s" aria-label={`${name} ${apiKeyTexts.edit}`} onClick={() => show('edit')}>
          {apiKeyTexts.edit}
        </Button>
        <Button
          size="s"
          busy={busy}
          aria-label={`${name} ${row.frozen ? apiKeyTexts.unfreeze : apiKeyTexts.freeze}`}
          onClick={() => {
            onAction()
            void send('PATCH', { frozen: !row.frozen }, row.frozen ? apiKeyTexts.unfrozenDone : apiKeyTexts.frozenDone)
          }}
        >
          {row.frozen ? apiKeyTexts.unfreeze : apiKeyTexts.freeze}
        </Button>
        <Button size="s" aria-label={`${name} ${apiKeyTexts.rotate}`} onClick={() => show('rotate')}>
          {apiKeyTexts.rotate}
        </Button>
        {action}
        <Button size="s" aria-label={`${name} ${apiKeyTexts.remove}`} onClick={() => show('remove')}>
          {apiKeyTexts.remove}
        </Button>
      </div>
      {dialog === 'edit' && <ApiKeyForm row={row} onClose={close} />}
      {dialog === 'rotate' && <RotateApiKeyDialog row={row} onNewKey={onNewKey} onClose={close} />}
      {dialog === 'remove' && (
        <ConfirmDialog
          title={apiKeyTexts.removeTitle(name)}
          text={apiKeyTexts.removeText}
          action={apiKeyTexts.removeAction}
          busy={busy}
          onClose={close}
          onConfirm={async () => {
            await send('DELETE', undefined, apiKeyTexts.removed)
            close()
          }}
        />
      )}
    </li>
  )
}

/**
 * Returns `send`, which makes a call that changes or revokes this API key, shows the outcome as a toast, and reloads
 * the list after a success; and `busy`, true while a call runs.
 */
function useKeyCall({ id }: ApiKeyRow, name: string) {
  const router = useRouter()
  const { busy, call } = useCall()
  const send = async (method: 'PATCH' | 'DELETE', body: unknown, done: (name: string) => string) => {
    const answer = await call(method, `/auth/api-keys/${id}`, body)
    if (!answer) return
    if (!answer.ok) return toast(answer.message || apiKeyTexts.failed, { tone: 'bad' })
    toast(done(name), { tone: 'good' })
    router.refresh()
  }
  return { busy, send }
}
