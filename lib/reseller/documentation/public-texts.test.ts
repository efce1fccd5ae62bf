import { expect, test } from 'vitest'
import { publicSandboxKey } from '#lib/api-keys/queries/public-sandbox-key.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { send } from '#lib/web/testing/caller.ts'
import { firstPageMarkdownCall, llmsCall, llmsFullCall, pageMarkdownCall } from './calls.ts'
import { pathOfPage } from './page.ts'
import { documentationPages } from './pages/list.ts'

const textOf = async (path: string) => {
  const call = path === '/docs.md' ? firstPageMarkdownCall : pageMarkdownCall
  const { status, headers, body } = await send(call, { path })
  return { status, type: headers['content-type'], text: body.toString() }
}

test('every page is there as Markdown, with its title and its headings', async () => {
  for (const page of documentationPages) {
    const { status, type, text } = await textOf(`${pathOfPage(page)}.md`)
    expect([status, type], page.name).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(text.startsWith(`# ${page.title}\n\n${page.summary}`)).toBe(true)
    expect(text).not.toContain('YOUR_API_KEY`')
    expect(text).not.toContain('undefined')
  }
})

test('the first page is /docs.md alone, and what is no page is 404', async () => {
  for (const path of ['/docs/.md', '/docs/nothing.md', '/docs/orders', '/docs/..md'])
    expect((await textOf(path)).status, path).toBe(404)
})

test('the examples name a service of the shop, with a quantity it takes and the public test key', async () => {
  await makeService({ isReadOnly: true })
  const id = await makeService({ min: 20, max: 80 })
  await expect.poll(async () => (await textOf('/docs.md')).text).toContain(`serviceId: ${id},`)
  const { text } = await textOf('/docs.md')
  expect(text).toContain('amount: 80,')
  expect(text).toContain(`api-key: ${publicSandboxKey()}`)
  expect((await textOf('/docs/orders.md')).text).toContain('amount: 19,')
})

test('an example that needs an order’s number has a placeholder, not a number that nobody ordered', async () => {
  const number = /\/status\/10234|order['"]?(=|: | => )'?10234/
  for (const path of ['/docs.md', '/docs/status.md', '/docs/api-v2.md']) {
    const { text } = await textOf(path)
    expect(text, path).not.toMatch(number)
    expect(text, path).toMatch(/\/status\/주문번호 |'order=주문번호'/)
  }
})

test('/llms.txt lists every page as Markdown, and /llms-full.txt has them all', async () => {
  const index = (await send(llmsCall)).body.toString()
  const full = (await send(llmsFullCall)).body.toString()
  expect(index.startsWith('# ')).toBe(true)
  expect(index).toContain('\n> ')
  for (const page of documentationPages) {
    expect(index).toContain(`${pathOfPage(page)}.md): ${page.summary}`)
    expect(full).toContain(`# ${page.title}\n\n${page.summary}`)
  }
})
