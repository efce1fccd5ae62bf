'use client'

import { ImagePlus, X } from 'lucide'
import { type ChangeEvent, useEffect, useEffectEvent, useRef } from 'react'
import { questionTexts } from '#lib/questions/labels.ts'
import { MAX_PICTURES, pictureTypes } from '#lib/questions/rules.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Thumbnail } from './picture-list.tsx'
import type { usePictures } from './use-pictures.ts'

/**
 * Field for the pictures of a message. Pictures are chosen by the field's button, or pasted or dropped anywhere in the
 * form. Uploaded pictures are shown small, each with a button that removes it.
 */
export function PictureField({ pictures }: { readonly pictures: ReturnType<typeof usePictures> }) {
  const { path, attached, error, busy, add, remove } = pictures
  const field = useRef<HTMLFieldSetElement>(null)
  const attachFiles = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])]
    // If the clipboard contains text too, pastes the text: cells copied from a spreadsheet are on the clipboard both as
    // text and as a picture.
    if (files.length === 0 || data?.getData('text/plain')) return
    event.preventDefault()
    void add(files)
  })
  useEffect(() => {
    const form = field.current?.closest('form')
    const listeners = new AbortController()
    const { signal } = listeners
    form?.addEventListener('paste', (event) => attachFiles(event, event.clipboardData), { signal })
    form?.addEventListener('drop', (event) => attachFiles(event, event.dataTransfer), { signal })
    // Without preventDefault the browser would open a dropped file in place of the page.
    form?.addEventListener(
      'dragover',
      (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault(),
      { signal },
    )
    return () => listeners.abort()
  }, [])
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    // Clears the input, so that choosing the same file again after an error fires a change event.
    target.value = ''
    void add(files)
  }
  const isFull = attached.length >= MAX_PICTURES
  return (
    <fieldset ref={field} className="grid gap-2">
      <legend className="sr-only">{questionTexts.pictures}</legend>
      {attached.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {attached.map((picture) => (
            <li key={picture.id} className="relative">
              <Thumbnail {...{ picture, path }} />
              <IconButton
                label={questionTexts.removePicture(picture.name)}
                onClick={() => remove(picture.id)}
                className="absolute -top-2 -right-2 border border-line bg-card"
              >
                <Icon shape={X} size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <label
        className={`${buttonClass({ size: 's' })} relative justify-self-start has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-main-text ${busy || isFull ? 'opacity-60' : ''}`}
      >
        <Icon shape={ImagePlus} size={16} />
        {busy ? questionTexts.uploading : questionTexts.addPicture}
        <input
          type="file"
          multiple
          aria-label={questionTexts.addPicture}
          accept={pictureTypes.join(',')}
          disabled={busy || isFull}
          onChange={choose}
          className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer disabled:cursor-not-allowed"
        />
      </label>
      {error && (
        <p role="alert" className="text-s text-bad">
          {error}
        </p>
      )}
      <p className="text-s text-ink-3">{questionTexts.pictureHint}</p>
      <p role="status" className="sr-only">
        {busy ? questionTexts.uploading : attached.length > 0 && questionTexts.attached(attached.length)}
      </p>
    </fieldset>
  )
}
