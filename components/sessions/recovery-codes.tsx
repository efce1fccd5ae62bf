'use client'

import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { NarrowFormCard } from '../ui/narrow-form-card.tsx'

const dashedCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

/** The recovery codes, with which staff can sign in without their authenticator. They are shown only once. */
export function RecoveryCodes({
  codes,
  onConfirmed,
}: {
  readonly codes: readonly string[]
  readonly onConfirmed: () => void
}) {
  return (
    <NarrowFormCard
      title="복구 코드"
      hint="휴대전화를 잃어버렸을 때 로그인할 수 있는 코드예요. 지금 한 번만 보여 드리니 안전한 곳에 보관해 주세요."
    >
      <ul className="grid grid-cols-2 gap-2 rounded-field bg-sunken p-4 text-center font-mono tabular-nums">
        {codes.map((code) => (
          <li key={code}>{dashedCode(code)}</li>
        ))}
      </ul>
      <div className="grid gap-2">
        <div className="justify-self-center">
          <CopyButton text={codes.map(dashedCode).join('\n')} label="복구 코드 복사" />
        </div>
        <Button tone="main" size="l" full onClick={onConfirmed}>
          보관했어요
        </Button>
      </div>
    </NarrowFormCard>
  )
}
