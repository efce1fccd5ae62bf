'use client'

import { useRouter } from 'next/navigation'
import { firstIssue } from '#lib/core/form-errors.ts'
import { questionMessageRules } from '#lib/questions/errors.ts'
import { chosenQuestionKinds, questionKindLabels, questionSubjectText, questionTexts } from '#lib/questions/labels.ts'
import { MAX_MESSAGE_LENGTH } from '#lib/questions/rules.ts'
import type { QuestionThread } from '#lib/questions/schema.ts'
import { callApi } from '../chrome/call-api.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { SelectField } from '../ui/select.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { toast } from '../ui/toast-store.ts'
import { textOf, useForm } from '../ui/use-form.ts'
import { PictureField } from './picture-field.tsx'
import { questionHref } from './questions-query.ts'
import { usePictures } from './use-pictures.ts'

/** Order or charge that a new question is about; both are null if it is about neither. */
export interface QuestionSubject {
  readonly orderId: number | null
  readonly chargeId: number | null
}

const kindOptions = chosenQuestionKinds.map((value) => ({ value, label: questionKindLabels[value] }))

/** The form of a new question. */
export function QuestionForm({ orderId, chargeId }: QuestionSubject) {
  const router = useRouter()
  const pictures = usePictures('/service/question-pictures')
  const hasSubject = orderId !== null || chargeId !== null
  const { busy, errorOf, formProps } = useForm(async (data) => {
    const message = textOf(data, 'message')
    const inputIssue = firstIssue(questionMessageRules(message))
    if (inputIssue) return inputIssue
    if (pictures.busy) return { path: '', message: questionTexts.stillUploading }
    const about = hasSubject ? { orderId, chargeId } : { kind: textOf(data, 'kind') }
    const answer = await callApi<QuestionThread>('POST', '/service/questions', {
      message,
      pictures: pictures.ids,
      ...about,
    })
    if (!answer.ok) return { path: '', message: answer.message || questionTexts.failed }
    toast(questionTexts.asked, { tone: 'good' })
    router.push(questionHref(answer.body.id))
    return 'leaving'
  })
  return (
    <Card aria-labelledby="ask-question" className="grid gap-4">
      <CardTitle id="ask-question">{questionTexts.ask}</CardTitle>
      <form {...formProps} aria-labelledby="ask-question" className="grid gap-4">
        {hasSubject ? (
          <Badge tone="main" className="justify-self-start">
            {questionSubjectText({ kind: orderId === null ? 'CHARGE' : 'ORDER', orderId, chargeId })}
          </Badge>
        ) : (
          <SelectField label={questionTexts.kind} name="kind" options={kindOptions} />
        )}
        <TextArea
          label={questionTexts.message}
          name="message"
          maxLength={MAX_MESSAGE_LENGTH}
          className="min-h-36"
          hint={questionTexts.messageHint}
          error={errorOf('message')}
        />
        <PictureField pictures={pictures} />
        <FormAlert message={errorOf('')} />
        <Button type="submit" tone="main" size="l" full busy={busy}>
          {questionTexts.ask}
        </Button>
      </form>
    </Card>
  )
}
