import { z } from 'zod'
import { call } from '#lib/core/call.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { text } from '#lib/core/text.ts'
import { llmsFullReply, llmsReply, pageMarkdown } from './public-texts.ts'

const unknownPage = () => new AppError('NOT_FOUND', messages.notFound)

export const firstPageMarkdownCall = call({
  method: 'GET',
  path: '/docs.md',
  access: 'public',
  answer: z.never(),
  run: async ({ db }) => {
    const reply = await pageMarkdown(db, '')
    if (!reply) throw unknownPage()
    return reply
  },
})

/**
 * Serves a page as Markdown. The path pattern also matches the HTML pages, whose names have no dot; `params` accepts
 * only names that end in .md.
 */
export const pageMarkdownCall = call({
  method: 'GET',
  path: '/docs/{page}',
  access: 'public',
  params: z.object({
    page: text(60)
      .regex(/^[a-z\d-]+\.md$/)
      .transform((file) => file.slice(0, -'.md'.length)),
  }),
  answer: z.never(),
  run: async ({ db, params: { page } }) => {
    const reply = await pageMarkdown(db, page)
    if (!reply) throw unknownPage()
    return reply
  },
})

export const llmsCall = call({
  method: 'GET',
  path: '/llms.txt',
  access: 'public',
  answer: z.never(),
  run: ({ db }) => llmsReply(db),
})

export const llmsFullCall = call({
  method: 'GET',
  path: '/llms-full.txt',
  access: 'public',
  answer: z.never(),
  run: ({ db }) => llmsFullReply(db),
})
