'use client'

import { type ChangeEvent, useRef, useState } from 'react'
import { messages } from '#lib/core/pipeline-messages.ts'
import { imageTooLarge } from '#lib/file-storage/errors.ts'
import { type AssetRow, MAX_IMAGE_BYTES } from '#lib/file-storage/schema.ts'
import { callApi } from '../../chrome/call-api.ts'
import { base64Of } from '../../ui/base64-of.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { controlAttributes, controlClass, Field, type SharedFieldProps } from '../../ui/field.tsx'

/** Uploads pictures, one at a time. `onUploaded` is called with the URL under which the shop serves the picture. */
function useImageUpload(onUploaded: (imageUrl: string) => void) {
  const inFlight = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function upload(file: File) {
    if (inFlight.current) return
    if (file.size > MAX_IMAGE_BYTES) return setError(imageTooLarge(MAX_IMAGE_BYTES).message)
    inFlight.current = true
    setBusy(true)
    setError(null)
    const answer = await callApi<AssetRow>('POST', '/api/admin/assets', { data: await base64Of(file) })
    inFlight.current = false
    setBusy(false)
    if (answer.ok) onUploaded(answer.body.imageUrl)
    else setError(answer.message || messages.fault)
  }
  return { busy, error, upload }
}

interface ImageFieldProps extends SharedFieldProps {
  readonly id: string
  readonly value: string
  /** Whether an https URL may be typed instead of an upload. */
  readonly allowsAddress?: boolean | undefined
  readonly onChange: (value: string) => void
}

/** Field for a picture, set by upload or by its URL, with a preview. */
export function ImageField({ id, value, allowsAddress = false, onChange, ...text }: ImageFieldProps) {
  const { busy, error, upload } = useImageUpload(onChange)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // Clears the input, so that choosing the same file again after an error fires a change event.
    target.value = ''
    if (file) upload(file)
  }
  const fieldText = { ...text, error: error ?? text.error ?? null }
  return (
    <Field id={id} {...fieldText}>
      {/^(\/|https:\/\/.)/.test(value) && (
        <img src={value} alt="" className="max-h-40 max-w-full justify-self-start rounded-tile border border-line" />
      )}
      <div className="flex gap-2">
        <input
          value={value}
          autoComplete="off"
          spellCheck={false}
          readOnly={!allowsAddress}
          placeholder={allowsAddress ? '올리거나 https:// 주소' : '올린 이미지 없음'}
          onChange={(event) => onChange(event.target.value)}
          className={controlClass({ dense: true })}
          {...controlAttributes(id, fieldText)}
        />
        <label
          className={`${buttonClass({ size: 's' })} relative has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-main-text ${busy ? 'opacity-60' : ''}`}
        >
          {busy ? '올리는 중' : '올리기'}
          <input
            type="file"
            aria-label={`${text.label} 올리기`}
            accept="image/png,image/jpeg,image/webp,image/gif"
            onChange={choose}
            className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
          />
        </label>
        {value && !text.required && (
          <Button size="s" onClick={() => onChange('')}>
            빼기
          </Button>
        )}
      </div>
    </Field>
  )
}
