'use client'

import { X } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { PopupCard } from '../../chrome/popups.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

const popupSizes = [
  { name: 'PC 440px', width: 'w-[440px]' },
  { name: '모바일 300px', width: 'w-[300px]' },
]

/** Shows a popup in both of its sizes, as it will appear in the shop. */
export function PopupPreview({ imageUrl, alt }: { readonly imageUrl: string; readonly alt: string }) {
  const [open, setOpen] = useState(false)
  if (!imageUrl) return <p className="text-s text-ink-3">이미지를 올리면 실제 크기로 볼 수 있어요.</p>
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        440px · 300px 크기로 보기
      </Button>
      {open && <PopupSizesDialog {...{ imageUrl, alt }} onClose={() => setOpen(false)} />}
    </>
  )
}

interface SizesDialogProps {
  readonly imageUrl: string
  readonly alt: string
  readonly onClose: () => void
}

function PopupSizesDialog({ imageUrl, alt, onClose }: SizesDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label="팝업 미리보기"
      onClose={onClose}
      className="m-auto max-h-[90dvh] max-w-[100vw] animate-rise overflow-auto rounded-card bg-page p-4 text-ink shadow-float"
    >
      <div className="sticky left-0 flex items-center pb-3">
        <h2 className="flex-1 text-l font-semibold">팝업 미리보기</h2>
        <IconButton label="닫기" onClick={() => dialog.current?.close()}>
          <Icon shape={X} size={18} />
        </IconButton>
      </div>
      <div className="flex items-start gap-4">
        {popupSizes.map(({ name, width }) => (
          <figure key={name} className="grid gap-2">
            <figcaption className="text-s font-semibold text-ink-2">{name}</figcaption>
            <div inert>
              <PopupCard {...{ imageUrl, alt }} link="" name={`팝업 ${name}`} className={width} />
            </div>
          </figure>
        ))}
      </div>
    </dialog>
  )
}
