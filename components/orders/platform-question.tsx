'use client'

import { platformMismatchQuestion } from '#lib/orders/labels.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

export interface PlatformQuestionProps {
  /** Name of the platform that the link belongs to. */
  readonly platform: string
  readonly productPlatform: string
  readonly onAnswer: (isMeant: boolean) => void
}

/** Dialog that asks whether to order although the link belongs to another platform than the product. */
export function PlatformQuestion({ platform, productPlatform, onAnswer }: PlatformQuestionProps) {
  const texts = platformMismatchQuestion(platform, productPlatform)
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      title={texts.title}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{texts.change}</Button>
          <Button tone="main" onClick={() => onAnswer(true)}>
            {texts.go}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{texts.text}</p>
    </Dialog>
  )
}
