'use client'

import { Eye, EyeOff } from 'lucide'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import type { Profile } from '#lib/accounts/schema.ts'
import { apiKeyTexts } from '#lib/api-keys/labels.ts'
import { isMaskedKey, maskKey } from '#lib/api-keys/rules.ts'
import { isOutcomeUnknown } from '../chrome/attempt.ts'
import { type ApiAnswer, callApi } from '../chrome/call-api.ts'
import { currentProofToken, requestNewProof } from '../chrome/reauth.ts'
import { useCall } from '../chrome/use-call.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { toast } from '../ui/toast-store.ts'

interface RenewApiKeyProps {
  readonly busy: boolean
  readonly onRenew: () => Promise<void>
  /** Called when the button is pressed, before the dialog opens. */
  readonly onAsk: () => void
}

/** Button that replaces the first API key at once. A dialog warns first that the old key will stop working. */
export function RenewApiKeyButton({ busy, onRenew, onAsk }: RenewApiKeyProps) {
  const [isAsking, setIsAsking] = useState(false)
  const ask = () => {
    onAsk()
    setIsAsking(true)
  }
  return (
    <>
      <Button size="s" aria-label={`${apiKeyTexts.first} ${apiKeyTexts.renew}`} onClick={ask}>
        {apiKeyTexts.renew}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={apiKeyTexts.renewTitle}
        footer={
          <>
            <Button onClick={() => setIsAsking(false)}>그대로 두기</Button>
            <Button
              tone="bad"
              busy={busy}
              onClick={async () => {
                await onRenew()
                setIsAsking(false)
              }}
            >
              {apiKeyTexts.renewAction}
            </Button>
          </>
        }
      >
        <p className="text-ink-2">{apiKeyTexts.renewText}</p>
      </Dialog>
    </>
  )
}

type ProfileKey = Pick<Profile, 'apiKey'>

/**
 * Loads the profile with a re-authentication proof, so that it contains the whole key. Null if the member has closed
 * the re-authentication dialog.
 */
async function profileWithProof(): Promise<ApiAnswer<ProfileKey> | null> {
  const storedProof = currentProofToken()
  const proof = storedProof ?? (await requestNewProof(null))
  const answer = proof ? await callApi<ProfileKey>('GET', '/auth/profile') : null
  // An invalid proof causes no error response: the profile then contains the masked key, which shows that the proof was
  // refused.
  const isRefused = storedProof !== null && answer?.ok && isMaskedKey(answer.body.apiKey ?? '')
  if (!isRefused) return answer
  return (await requestNewProof(storedProof)) ? callApi<ProfileKey>('GET', '/auth/profile') : null
}

/** True if both texts are the same API key. Either may be masked: masking leaves the last four characters. */
const isSameKey = (a: string | null, b: string | null): boolean => a?.slice(-4) === b?.slice(-4)

/**
 * The member's first API key. Besides test keys it is the only key that can be shown again. Outside the demo it is
 * masked until `reveal`, which requires a recent re-authentication. `issue` creates the key, or replaces it at once.
 */
export function useFirstApiKey(stored: string | null) {
  const router = useRouter()
  const [key, setKey] = useState(stored)
  // Shows the stored key once it differs from the shown key. If both are the same key, the shown one stays as it is,
  // masked or revealed.
  useEffect(() => setKey((shown) => (isSameKey(shown, stored) ? shown : stored)), [stored])
  const { busy, call } = useCall()
  const issue = async () => {
    const answer = await call<{ apiKey: string }>('POST', '/auth/api-key')
    if (!answer) return
    if (!answer.ok) {
      // The key that is shown may have been replaced, and then doesn't work any more.
      if (isOutcomeUnknown(answer.status)) router.refresh()
      return toast(answer.message || apiKeyTexts.unknown, { tone: 'bad' })
    }
    setKey(answer.body.apiKey)
    toast(apiKeyTexts.renewed, { tone: 'good' })
    router.refresh()
  }
  /** Loads the whole key if it is masked. Resolves to true if the whole key can be shown. */
  const reveal = async (): Promise<boolean> => {
    if (!key || !isMaskedKey(key)) return true
    const answer = await profileWithProof()
    if (answer?.ok) setKey(answer.body.apiKey)
    else if (answer) toast(answer.message || '오류가 발생했습니다', { tone: 'bad' })
    return answer?.ok ?? false
  }
  return { key, busy, issue, reveal }
}

interface RevealableApiKeyProps {
  readonly text: string
  readonly onReveal: () => Promise<boolean>
}

/** An API key that is hidden until its button is pressed. */
export function RevealableApiKey({ text, onReveal }: RevealableApiKeyProps) {
  const [open, setOpen] = useState(false)
  const shape = open ? EyeOff : Eye
  const isWhole = !isMaskedKey(text)
  return (
    <div className="flex items-center gap-2 rounded-field bg-sunken py-2 pr-2 pl-3.5">
      <code className="min-w-0 flex-1 font-mono text-s break-all">{open || !isWhole ? text : maskKey(text)}</code>
      <IconButton
        label={open ? 'API 키 숨기기' : 'API 키 보기'}
        onClick={async () => setOpen(!open && (await onReveal()))}
      >
        <Icon shape={shape} size={18} />
      </IconButton>
      {isWhole && <CopyButton text={text} label="API 키 복사" iconOnly />}
    </div>
  )
}
