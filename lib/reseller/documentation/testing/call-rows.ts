import type { CallTestRows } from '#lib/web/testing/row.ts'

const markdown = { access: 'public', type: 'text/markdown; charset=utf-8' } as const
const plain = { access: 'public', type: 'text/plain; charset=utf-8' } as const

export const callTestRows: CallTestRows = {
  'GET /docs.md': markdown,
  'GET /docs/{page}': { ...markdown, id: async () => 'orders.md' },
  'GET /llms.txt': plain,
  'GET /llms-full.txt': plain,
}
