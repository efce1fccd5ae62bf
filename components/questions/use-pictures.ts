'use client'

import { useRef, useState } from 'react'
import { messages } from '#lib/core/pipeline-messages.ts'
import { imageTooLarge } from '#lib/file-storage/errors.ts'
import { pictureTypeRefused } from '#lib/questions/errors.ts'
import { questionTexts } from '#lib/questions/labels.ts'
import { MAX_PICTURE_BYTES, MAX_PICTURES, pictureTypes } from '#lib/questions/rules.ts'
import type { QuestionPicture } from '#lib/questions/schema.ts'
import { callApi } from '../chrome/call-api.ts'
import { base64Of } from '../ui/base64-of.ts'

/** Path of the calls by which members or staff upload and read pictures of messages. */
export type PicturesPath = '/service/question-pictures' | '/api/admin/question-pictures'

/** Error message for a file that isn't uploaded because of its type or size; null for an accepted file. */
function faultOf(file: File): string | null {
  if (!pictureTypes.some((type) => type === file.type)) return pictureTypeRefused().message
  return file.size > MAX_PICTURE_BYTES ? imageTooLarge(MAX_PICTURE_BYTES).message : null
}

/**
 * Pictures for the message that is being written. `add` uploads files one after the other, at most MAX_PICTURES for one
 * message. `attached` are the uploaded pictures, whose ids are sent with the message. `about` is the id of the
 * question, for a form that serves several questions in turn: a picture uploaded for one question is never attached to
 * another.
 */
export function usePictures(path: PicturesPath, about = 0) {
  const [uploads, setUploads] = useState<readonly (QuestionPicture & { readonly about: number })[]>([])
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const inFlight = useRef(false)
  const attached = uploads.filter((picture) => picture.about === about)
  async function upload(file: File): Promise<QuestionPicture | string> {
    const fault = faultOf(file)
    if (fault) return fault
    const data = await base64Of(file)
    const answer = await callApi<QuestionPicture>('POST', path, { data, name: file.name.slice(0, 200) })
    return answer.ok ? answer.body : answer.message || messages.fault
  }
  async function add(files: readonly File[]) {
    if (files.length === 0) return
    // Refuses further pictures during an upload. The button is disabled then, but pictures can still be pasted or
    // dropped.
    if (inFlight.current) return setError(questionTexts.uploadFirst)
    const free = MAX_PICTURES - attached.length
    inFlight.current = true
    setBusy(true)
    setError(files.length > free ? questionTexts.tooManyPictures : null)
    for (const file of files.slice(0, free)) {
      const outcome = await upload(file)
      if (typeof outcome === 'string') setError(outcome)
      else setUploads((before) => [...before.filter(({ id }) => id !== outcome.id), { ...outcome, about }])
    }
    inFlight.current = false
    setBusy(false)
  }
  const remove = (id: number) => {
    setError(null)
    setUploads((before) => before.filter((picture) => picture.id !== id))
  }
  const clear = () => {
    setError(null)
    setUploads([])
  }
  return { path, attached, ids: attached.map(({ id }) => id), error, busy, add, remove, clear }
}
