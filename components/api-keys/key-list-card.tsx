'use client'

import { useState } from 'react'
import { keyTexts } from '#lib/api-keys/labels.ts'
import { MAX_KEYS } from '#lib/api-keys/rules.ts'
import type { ApiKeyRow } from '#lib/api-keys/schema.ts'
import { refuseGuest } from '../chrome/call-api.ts'
import { Notice } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { KeyForm } from './key-form.tsx'
import { KeyItem } from './key-item.tsx'

/** All API keys of a member, each with its settings, and a form for another one (docs/contract.md#api-keys). */
export function KeyListCard({ keys, isGuest }: { readonly keys: readonly ApiKeyRow[]; readonly isGuest: boolean }) {
  const [making, setMaking] = useState(false)
  const [newKey, setNewKey] = useState<string | null>(null)
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle>{keyTexts.title}</CardTitle>
      <p className="text-ink-3">{keyTexts.intro}</p>
      {newKey && <NewKeyNotice text={newKey} />}
      {keys.length > 0 ? (
        <ul>
          {keys.map((row) => (
            <KeyItem key={row.id} row={row} onNewKey={setNewKey} />
          ))}
        </ul>
      ) : (
        <p className="text-ink-3">{keyTexts.none}</p>
      )}
      {keys.length < MAX_KEYS && (
        <Button full tone="soft" onClick={() => (isGuest ? refuseGuest() : setMaking(true))}>
          {keyTexts.make}
        </Button>
      )}
      {making && <KeyForm onNewKey={setNewKey} onClose={() => setMaking(false)} />}
    </Card>
  )
}

/** Shows the text of an API key that was just created or rotated; it can't be shown again. */
function NewKeyNotice({ text }: { readonly text: string }) {
  return (
    <Notice tone="warn" role="status" className="grid gap-2">
      <p className="text-s font-semibold">{keyTexts.once}</p>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 font-mono text-s break-all">{text}</code>
        <CopyButton text={text} label={keyTexts.copy} iconOnly />
      </div>
    </Notice>
  )
}
