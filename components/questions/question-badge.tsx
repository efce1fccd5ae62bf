import { type QuestionStatus, questionStatusLabels } from '#lib/questions/labels.ts'
import { Badge, type Tone } from '../ui/badge.tsx'

const questionTones: Record<QuestionStatus, Tone> = { OPEN: 'warn', ANSWERED: 'good', CLOSED: 'neutral' }

/** Badge with the status of a question. */
export const QuestionBadge = ({ status }: { readonly status: QuestionStatus }) => (
  <Badge tone={questionTones[status]}>{questionStatusLabels[status]}</Badge>
)
