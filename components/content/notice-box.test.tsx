import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Notice } from '#lib/content/schema.ts'
import { NoticeBox } from './notice-box.tsx'

const notice = (id: number): Notice => ({
  id,
  content: `점검 안내 ${id}\n오늘 밤 2시부터 3시까지`,
  isTop: id === 1,
  bgColor: '',
  link: '',
  createdAt: '2026-11-01T00:00:00.000Z',
})

test('each announcement keeps its line breaks once the box is open, the first one too', () => {
  const html = renderToStaticMarkup(<NoticeBox notices={[notice(1), notice(2)]} />)
  const classes = [...html.matchAll(/<span class="([^"]*)">점검 안내/g)].map(([, name]) => name)
  expect(classes).toHaveLength(2)
  for (const name of classes) expect(name).toMatch(/(^|[ :])whitespace-pre-line( |$)/)
})
