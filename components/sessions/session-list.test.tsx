import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SessionList } from './session-list.tsx'

const device = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

const session = (id: string, lastUsedAt: string) => ({ id, device, current: false, lastUsedAt, createdAt: lastUsedAt })

test('the buttons of two devices of one name have different names', () => {
  const html = renderToStaticMarkup(
    <AppRouterContext.Provider value={{ refresh: () => {} } as never}>
      <SessionList sessions={[session('a', '2026-11-30T00:00:00.000Z'), session('b', '2026-11-29T00:00:00.000Z')]} />
    </AppRouterContext.Provider>,
  )
  expect([...html.matchAll(/aria-label="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    'Linux · Chrome, 마지막 사용 2026-11-30 09:00:00, 로그아웃',
    'Linux · Chrome, 마지막 사용 2026-11-29 09:00:00, 로그아웃',
  ])
})
