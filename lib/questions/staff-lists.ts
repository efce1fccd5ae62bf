import type { EditableListDeclaration } from '#lib/editable-lists/list-declaration.ts'
import { type AnswerTemplateInput, type AnswerTemplateRow, answerTemplateInput, answerTemplateRow } from './schema.ts'

export const answerTemplateStaffList: EditableListDeclaration<
  'answerTemplate',
  AnswerTemplateInput,
  AnswerTemplateRow
> = {
  model: 'answerTemplate',
  path: '/api/admin/answer-templates',
  subject: 'answer-template',
  table: 'answer_templates',
  fields: { title: true, answer: true, position: true },
  input: answerTemplateInput,
  row: answerTemplateRow,
  searchField: 'title',
}
