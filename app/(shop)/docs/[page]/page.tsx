import { redirect } from 'next/navigation'
import { documentationMetadata } from '#components/documentation/documentation-metadata.ts'
import { DocumentationScreen } from '#components/documentation/documentation-screen.tsx'
import { ExamplesWithPublicKey } from '#components/documentation/examples-with-public-key.tsx'
import { publicSandboxKey } from '#lib/api-keys/queries/public-sandbox-key.ts'
import { db } from '#lib/core/db.ts'
import { documentationMenu, documentationPage } from '#lib/reseller/documentation/queries.ts'

export async function generateMetadata({ params }: PageProps<'/docs/[page]'>) {
  return documentationMetadata(await documentationPage(db(), (await params).page))
}

export default async function DocumentationSubPage({ params }: PageProps<'/docs/[page]'>) {
  const { page: name } = await params
  const page = name === '' ? null : await documentationPage(db(), name)
  if (!page) redirect('/docs')
  return (
    <ExamplesWithPublicKey testKey={publicSandboxKey()}>
      <DocumentationScreen page={page} groups={documentationMenu} base="/docs" />
    </ExamplesWithPublicKey>
  )
}
