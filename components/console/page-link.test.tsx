import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PageLink } from './page-link.tsx'

const classesOf = (page: string) => page.match(/class="([^"]*)"/)?.[1]?.split(' ')

test('a link within a text is underlined, so that it is seen without its colour; one that stands alone is not', () => {
  const inText = renderToStaticMarkup(
    <PageLink inText path="/admin/changes">
      중요 변경
    </PageLink>,
  )
  const alone = renderToStaticMarkup(<PageLink path="/admin/changes">중요 변경</PageLink>)
  expect(classesOf(inText)).toContain('underline')
  expect(classesOf(alone)).toContain('no-underline')
})

test('a page that the console doesn’t have is only text', () => {
  expect(renderToStaticMarkup(<PageLink path="/admin/nothing">여기</PageLink>)).toBe('여기')
})
