import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Footer } from './footer.tsx'
import type { ChromeSettings } from './viewer.ts'

const settings: ChromeSettings = {
  ...{ FOOTER_COMPANY: '포인트샵', FOOTER_CEO: '', FOOTER_CORPORATION_MARKET_NUMBER: '', FOOTER_CEO_PHONE_NUMBER: '' },
  ...{ FOOTER_ADDRESS: '', FOOTER_CORPORATION_NUMBER: '', SITE_KAKAO_CHANNEL_LINK: '', SITE_KAKAO_TEXT: '' },
  ENABLE_QNA: true,
}

test('the link to the API leads members to the page with their key, and others to the documentation', () => {
  const member = renderToStaticMarkup(<Footer settings={settings} isMember />)
  expect(member).toContain('href="/api"')
  expect(member).not.toContain('href="/docs"')
  expect(renderToStaticMarkup(<Footer settings={settings} />)).toContain('href="/docs"')
})
