import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { DocumentationScreen } from '#components/documentation/documentation-screen.tsx'
import { ExamplesWithMemberKey } from '#components/documentation/examples-with-member-key.tsx'
import { ReauthPrompt } from '#components/sessions/reauth-prompt.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { publicSandboxKey } from '#lib/api-keys/queries/public-sandbox-key.ts'
import { listApiKeys } from '#lib/api-keys/queries.ts'
import { db } from '#lib/core/db.ts'
import { documentationMenu, documentationPage } from '#lib/reseller/documentation/queries.ts'
import { settings } from '#lib/settings/queries.ts'
import { readReauthWays } from '#lib/sns/queries.ts'
import { allow } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: 'API' }

export default async function ApiPage({ searchParams }: PageProps<'/api'>) {
  const who = await allow('member', 'guest')
  const { page: name } = await searchParams
  const [page, keys, ways] = await Promise.all([
    documentationPage(db(), typeof name === 'string' ? name : ''),
    who.kind === 'member' ? listApiKeys(db(), who.caller.memberId) : [],
    who.kind === 'member' ? settings(db()).then((site) => readReauthWays(db(), who.caller.memberId, site)) : null,
  ])
  if (!page) redirect('/api')
  const testKey = keys.find(({ test, frozen }) => test && !frozen)?.apiKey
  return (
    <ExamplesWithMemberKey
      canChooseKey={page.name !== ''}
      firstKey={keys.find(({ isFirst }) => isFirst)?.masked ?? null}
      testKey={testKey ? { key: testKey, owner: 'member' } : { key: publicSandboxKey(), owner: 'everybody' }}
    >
      <DocumentationScreen
        page={page}
        groups={documentationMenu}
        base="/api"
        actions={
          <ButtonLink href="/account" size="s" tone="tint">
            API 키 확인하기
          </ButtonLink>
        }
      />
      {ways && <ReauthPrompt ways={ways} />}
    </ExamplesWithMemberKey>
  )
}
