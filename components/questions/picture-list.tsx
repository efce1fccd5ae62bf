'use client'

import { useState } from 'react'
import { questionTexts } from '#lib/questions/labels.ts'
import type { QuestionPicture } from '#lib/questions/schema.ts'
import { CloseButton, Dialog } from '../ui/dialog.tsx'
import type { PicturesPath } from './use-pictures.ts'

interface PictureProps {
  readonly picture: QuestionPicture
  readonly path: PicturesPath
}

const nameOf = ({ name }: QuestionPicture): string => name || questionTexts.picture

/** A picture, reduced and cropped to a square. */
export const Thumbnail = ({ picture, path }: PictureProps) => (
  <img
    src={`${path}/${picture.id}`}
    alt={nameOf(picture)}
    width={80}
    height={80}
    className="size-20 rounded-tile border border-line bg-sunken object-cover"
  />
)

interface PictureListProps {
  readonly pictures: readonly QuestionPicture[]
  readonly path: PicturesPath
}

/** Thumbnails of a message's pictures. Each is a button that shows the picture large. */
export function PictureList({ pictures, path }: PictureListProps) {
  const [shown, setShown] = useState<QuestionPicture | null>(null)
  if (pictures.length === 0) return null
  return (
    <>
      <ul aria-label={questionTexts.pictures} className="flex flex-wrap gap-2">
        {pictures.map((picture) => (
          <li key={picture.id}>
            <button
              type="button"
              aria-label={questionTexts.showPicture(nameOf(picture))}
              onClick={() => setShown(picture)}
              className="block rounded-tile"
            >
              <Thumbnail {...{ picture, path }} />
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <Dialog open onClose={() => setShown(null)} title={nameOf(shown)} footer={<CloseButton />}>
          <a href={`${path}/${shown.id}`} target="_blank" rel="noreferrer" className="grid gap-2 text-center">
            <img
              src={`${path}/${shown.id}`}
              alt={nameOf(shown)}
              width={shown.width}
              height={shown.height}
              className="mx-auto h-auto max-h-[60dvh] w-auto max-w-full object-contain"
            />
            <span className="text-s font-semibold text-main-text">{questionTexts.original}</span>
          </a>
        </Dialog>
      )}
    </>
  )
}
