import { notFound } from 'next/navigation'
import { documentationMetadata } from '#components/documentation/documentation-metadata.ts'
import { DocumentationScreen } from '#components/documentation/documentation-screen.tsx'
import { ExamplesWithPublicKey } from '#components/documentation/examples-with-public-key.tsx'
import { publicSandboxKey } from '#lib/api-keys/queries/public-sandbox-key.ts'
import { db } from '#lib/core/db.ts'
import { documentationMenu, documentationPage } from '#lib/reseller/documentation/queries.ts'

export const generateMetadata = async () => documentationMetadata(await documentationPage(db(), ''))

export default async function DocumentationPage() {
  const page = await documentationPage(db(), '')
  if (!page) notFound()
  return (
    <ExamplesWithPublicKey testKey={publicSandboxKey()}>
      <DocumentationScreen page={page} groups={documentationMenu} base="/docs" />
    </ExamplesWithPublicKey>
  )
}
