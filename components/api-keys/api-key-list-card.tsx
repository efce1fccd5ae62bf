'use client'

import Link from 'next/link'
import { useState } from 'react'
import { apiKeyTexts } from '#lib/api-keys/labels.ts'
import { MAX_API_KEYS } from '#lib/api-keys/rules.ts'
import type { ApiKeyRow } from '#lib/api-keys/schema.ts'
import { refuseGuest } from '../chrome/call-api.ts'
import { Notice } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ApiKeyForm } from './api-key-form.tsx'
import { ApiKeyItem } from './api-key-item.tsx'
import { RenewApiKeyButton, RevealableApiKey, useFirstApiKey } from './first-key.tsx'
import { SandboxKeyList } from './sandbox-key-list.tsx'

interface ApiKeyListCardProps {
  readonly keys: readonly ApiKeyRow[]
  /** The first key, masked outside the demo; null if the member has none. */
  readonly apiKey: string | null
  /** Points left for simulated orders. */
  readonly sandboxBalance: number
  readonly isGuest: boolean
}

/**
 * All API keys of a member with their settings, a form to create another key (docs/contract.md#api-keys), and below
 * them his test keys. Test keys are always shown whole; the first key can be shown whole at any time. Of other keys
 * only the name and the last characters are shown.
 */
export function ApiKeyListCard({ keys: allKeys, apiKey, sandboxBalance, isGuest }: ApiKeyListCardProps) {
  const keys = allKeys.filter(({ test }) => !test)
  const [isCreating, setIsCreating] = useState(false)
  const [newKey, setNewKey] = useState<string | null>(null)
  const { key, busy, issue, reveal } = useFirstApiKey(apiKey)
  // Called at the next action on this card, so that a key that is shown only once doesn't stay on the screen.
  const hideNewKey = () => setNewKey(null)
  const unlessGuest = (action: () => void) => () => {
    hideNewKey()
    if (isGuest) refuseGuest()
    else action()
  }
  const revealFirst = () => {
    hideNewKey()
    return reveal()
  }
  const firstKeyProps = key && {
    shown: <RevealableApiKey text={key} onReveal={revealFirst} />,
    action: <RenewApiKeyButton busy={busy} onRenew={issue} onAsk={hideNewKey} />,
  }
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle
        aside={
          <span className="flex flex-wrap gap-x-4">
            <Link href="/account/requests" prefetch={false} className="text-s font-semibold text-main-text">
              {apiKeyTexts.requests}
            </Link>
            <Link href="/api" prefetch={false} className="text-s font-semibold text-main-text">
              {apiKeyTexts.guide}
            </Link>
          </span>
        }
      >
        {apiKeyTexts.title}
      </CardTitle>
      <p className="text-ink-3">{apiKeyTexts.intro}</p>
      {newKey && <NewKeyNotice text={newKey} />}
      {keys.length > 0 ? (
        <ul>
          {keys.map((row) => (
            <ApiKeyItem
              key={row.id}
              row={row}
              onNewKey={setNewKey}
              onAction={hideNewKey}
              {...(row.isFirst ? firstKeyProps : null)}
            />
          ))}
        </ul>
      ) : (
        allKeys.length === 0 && <p className="text-ink-3">{apiKeyTexts.none}</p>
      )}
      <div className="grid gap-2">
        {!key && <p className="text-s text-ink-3">{apiKeyTexts.issueHint}</p>}
        {!key && (
          <Button full busy={busy} onClick={unlessGuest(issue)}>
            {apiKeyTexts.issue}
          </Button>
        )}
        {keys.length < MAX_API_KEYS && (
          <Button full tone="soft" onClick={unlessGuest(() => setIsCreating(true))}>
            {apiKeyTexts.make}
          </Button>
        )}
      </div>
      <SandboxKeyList
        keys={allKeys.filter(({ test }) => test)}
        point={sandboxBalance}
        isGuest={isGuest}
        onAction={hideNewKey}
      />
      {isCreating && <ApiKeyForm onNewKey={setNewKey} onClose={() => setIsCreating(false)} />}
    </Card>
  )
}

/** Shows the text of an API key that was just created or rotated; it can't be shown again. */
function NewKeyNotice({ text }: { readonly text: string }) {
  return (
    <Notice tone="warn" role="status" className="grid gap-2">
      <p className="text-s font-semibold">{apiKeyTexts.once}</p>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 font-mono text-s break-all">{text}</code>
        <CopyButton text={text} label={apiKeyTexts.copy} iconOnly />
      </div>
    </Notice>
  )
}
