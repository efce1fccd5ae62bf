'use client'

import { type ReactNode, useState } from 'react'
import { isMaskedKey, maskKey } from '#lib/api-keys/rules.ts'
import { API_KEY_PLACEHOLDER } from '#lib/reseller/documentation/blocks.ts'
import { useFirstApiKey } from '../api-keys/first-key.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ChoiceChip, ChoiceGroup } from '../ui/choice.tsx'
import { ExampleKeyContext, type TrialKey, TrialKeyContext } from './example-keys.ts'

interface ExamplesWithMemberKeyProps {
  /** The member's first API key, masked; null if the member has none. */
  readonly firstKey: string | null
  readonly testKey: TrialKey
  /** Whether the member can choose a key. False on the first page, whose examples all contain a test key. */
  readonly canChooseKey: boolean
  readonly children: ReactNode
}

/**
 * Lets a member choose the key for the examples in `children`. His own key is shown masked. The whole key is copied
 * only after a re-authentication, as on /account; before that, a placeholder is copied.
 */
export function ExamplesWithMemberKey({ firstKey, testKey, canChooseKey, children }: ExamplesWithMemberKeyProps) {
  const { key, reveal } = useFirstApiKey(firstKey)
  const [isOwn, setOwn] = useState(firstKey !== null)
  const isRevealed = key !== null && !isMaskedKey(key)
  const keys =
    isOwn && key !== null
      ? { shown: isRevealed ? maskKey(key) : key, copied: isRevealed ? key : API_KEY_PLACEHOLDER }
      : { shown: testKey.key, copied: testKey.key }
  return (
    <ExampleKeyContext value={keys}>
      <TrialKeyContext value={testKey}>
        {canChooseKey && key !== null && (
          <Card className="grid grid-cols-1 gap-3">
            <ChoiceGroup legend="예제에 넣을 키">
              <ChoiceChip name="example-key" label="테스트 키" checked={!isOwn} onChange={() => setOwn(false)} />
              <ChoiceChip name="example-key" label="내 키" checked={isOwn} onChange={() => setOwn(true)} />
            </ChoiceGroup>
            <div className="flex flex-wrap items-center gap-3">
              <p className="min-w-0 flex-1 basis-60 text-s text-ink-2">{keyHint(isOwn, isRevealed)}</p>
              {isOwn && !isRevealed && (
                <Button size="s" tone="tint" onClick={() => reveal()}>
                  내 키로 복사하기
                </Button>
              )}
            </div>
          </Card>
        )}
        {children}
      </TrialKeyContext>
    </ExampleKeyContext>
  )
}

function keyHint(isOwn: boolean, isRevealed: boolean): string {
  if (!isOwn) return '테스트 키로는 실제로 주문되지 않고 포인트도 쓰이지 않아요.'
  if (isRevealed) return '복사하면 키가 그대로 들어가요. 화면에는 가려서 보여 드려요.'
  return `복사하면 키 자리에 ${API_KEY_PLACEHOLDER}가 들어가요. 본인 확인을 하면 키까지 복사할 수 있어요.`
}
