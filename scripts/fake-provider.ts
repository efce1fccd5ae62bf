import { randomBytes } from 'node:crypto'
import { env } from '#lib/core/env.ts'
import { encryptProviderKey } from '#lib/providers/provider-key.ts'
import { startFakeProvider } from '#lib/providers/testing/fake-provider.ts'
import { serviceIdOfType } from '#lib/providers/testing/fake-provider-types.ts'
import { seedProvider } from '#prisma/seed/provider.ts'

// The demo's provider. It offers the API v2 that providers have, on a free port of this machine. Each start stores its
// address in the shop's database.
/** Seconds for which an order stays in each state, such as pending or in progress. */
const PACE = 5

const fakeProvider = await startFakeProvider({ key: randomBytes(16).toString('hex'), pace: PACE })
await seedProvider({
  url: env().DATABASE_URL,
  apiUrl: fakeProvider.url,
  encryptedKey: encryptProviderKey(fakeProvider.key),
  serviceIdOfType,
})
process.send?.({ ready: true })

const stop = () => fakeProvider.stop().then(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
