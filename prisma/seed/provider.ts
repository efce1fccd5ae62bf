import { Client } from 'pg'
import { type ServiceTypeName, serviceTypeNames } from '#lib/catalog/service-types.ts'

type Seed = {
  url: string
  apiUrl: string
  encryptedKey: Buffer
  /** Returns the number of the provider's service of this type. */
  serviceIdOfType: (type: ServiceTypeName) => string
}

const NAME = '데모 공급사'

// Assigns the first service of each category to the demo's provider if its type is Default, because people who try the
// demo usually order the first service of a category. Staff deliver the other services of the type Default.
const assignFirstServices = `
  UPDATE services SET provider_id = $1, provider_service_id = '1', unit_cost = unit_price * 6 / 10
  WHERE provider_id IS NULL AND type = 'Default' AND id IN (SELECT DISTINCT ON (category_id) id FROM services
    WHERE NOT is_read_only AND withdrawn_at IS NULL ORDER BY category_id, position, id)`

// Assigns the services of a type other than Default to the fake provider, which has one service of each such type.
const assignTypedServices = `
  UPDATE services SET provider_id = $1, provider_service_id = $3, unit_cost = unit_price * 6 / 10
  WHERE provider_id IS NULL AND type = $2`

/**
 * Stores the address of the demo's fake provider, whose port changes at each start. At the first start also assigns
 * some services to this provider.
 */
export async function seedProvider({ url, apiUrl, encryptedKey, serviceIdOfType }: Seed): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('BEGIN')
    const updated = await client.query('UPDATE providers SET api_url = $2, encrypted_key = $3 WHERE name = $1', [
      NAME,
      apiUrl,
      encryptedKey,
    ])
    if (!updated.rowCount) {
      const { rows } = await client.query<{ id: number }>(
        'INSERT INTO providers (name, api_url, encrypted_key) VALUES ($1, $2, $3) RETURNING id',
        [NAME, apiUrl, encryptedKey],
      )
      await client.query(assignFirstServices, [rows[0]?.id])
      for (const type of serviceTypeNames.filter((name) => name !== 'Default'))
        await client.query(assignTypedServices, [rows[0]?.id, type, serviceIdOfType(type)])
    }
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}
