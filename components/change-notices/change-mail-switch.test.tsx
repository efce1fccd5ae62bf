import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChangeMailSwitch } from './change-mail-switch.tsx'

const offered = (initial: boolean, canMail: boolean) =>
  renderToStaticMarkup(<ChangeMailSwitch initial={initial} canMail={canMail} />).includes('이메일로 받기')

test('a shop that sends no mail offers no e-mails about changes, but lets a member turn his off', () => {
  expect(offered(false, true)).toBe(true)
  expect(offered(false, false)).toBe(false)
  expect(offered(true, false)).toBe(true)
})
