'use client'

import { Check, Copy } from 'lucide'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { toast } from './toast-store.ts'

/** Copies a text with the clipboard API or, over plain http, where browsers don't offer that API, by `execCommand`. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null
    const area = document.createElement('textarea')
    area.value = text
    area.style.position = 'fixed'
    // Appended to the open dialog, if there is one, because nothing outside it can be selected.
    const container = focused?.closest('dialog') ?? document.body
    container.append(area)
    area.select()
    const isCopied = document.execCommand('copy')
    area.remove()
    // Selecting the text took the focus from the button.
    focused?.focus({ preventScroll: true })
    return isCopied
  }
}

/**
 * Button that copies `text`. `label` is its accessible name (계좌번호 복사); `short`, if given, is the part of it that is
 * shown.
 */
export function CopyButton({
  text,
  label,
  short,
  iconOnly = false,
}: {
  readonly text: string
  readonly label: string
  readonly short?: string
  readonly iconOnly?: boolean
}) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    const isDone = await copyText(text)
    setIsCopied(isDone)
    toast(isDone ? '복사했어요.' : '복사하지 못했어요. 길게 눌러 복사해 주세요.', { tone: isDone ? 'good' : 'bad' })
  }
  const shape = isCopied ? Check : Copy
  return (
    <Button size="s" tone="soft" onClick={copy} aria-label={iconOnly || short ? label : undefined}>
      <Icon shape={shape} size={18} />
      {!iconOnly && (short ?? label)}
    </Button>
  )
}
