import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LoginForm } from './login-form.tsx'

const saveIdBox = /<input type="checkbox"[^>]*name="saveId"[^>]*>/

test('a login saves the id unless the box is cleared', () => {
  const [box] = renderToStaticMarkup(<LoginForm next="/order" />).match(saveIdBox) ?? []
  expect(box).toContain('checked=""')
})

test('a login over a page, of the member who was signed in, saves nothing', () => {
  expect(renderToStaticMarkup(<LoginForm next="/order" fixedId="seoul_1" />)).not.toMatch(saveIdBox)
})
