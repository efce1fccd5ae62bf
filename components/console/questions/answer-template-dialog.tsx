import type { AnswerTemplateRow } from '#lib/questions/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface AnswerTemplateDialogProps {
  readonly title: string
  readonly templates: readonly AnswerTemplateRow[]
  readonly onChoose: (template: AnswerTemplateRow) => void
  readonly onClose: () => void
}

/**
 * Dialog in which staff choose the template with which an answer starts. The first template has the focus, so that
 * Enter chooses it.
 */
export function AnswerTemplateDialog({ title, templates, onChoose, onClose }: AnswerTemplateDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <ul className="grid gap-2">
        {templates.map((template) => (
          <li key={template.id}>
            <Button full onClick={() => onChoose(template)}>
              {template.title}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
