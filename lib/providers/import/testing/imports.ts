import { type Db, db, oneRow } from '#lib/core/db.ts'
import { readAccessDigest } from '../fetch-services.ts'
import { type ImportPreview, previewImport } from '../preview-import.ts'

/** Creates a provider that is never contacted: tests pass its lists directly to the import. Returns its id. */
export async function insertProviderToImport(
  url = 'https://provider.example/api/v2',
  key = Buffer.alloc(1),
): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    db(),
    "INSERT INTO providers (name, api_url, encrypted_key, currency) VALUES ('Lists', $1, $2, 'KRW') RETURNING id",
    [url, key],
  )
  return id
}

/** Previews an import of this list as if the provider had just sent it. `tx` must be a transaction. */
export const previewAnswer = async (tx: Db, providerId: number, answer: unknown): Promise<ImportPreview> =>
  previewImport(tx, providerId, { answer, access: await readAccessDigest(tx, providerId) })
