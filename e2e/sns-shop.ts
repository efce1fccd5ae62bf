import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Settings } from '#lib/settings/schema.ts'
import { saveSettings } from '#lib/settings/test-settings.ts'
import { type Providers, snsSettings, startProviders } from '#lib/sns/test-providers.ts'
import { freePort } from '#scripts/postgres.ts'
import { startShop } from '#scripts/shop.ts'

export type SnsShop = {
  url: string
  sns: Providers
  /** Saves settings and waits until the shop's web has them. */
  set(values: Partial<Settings>): Promise<void>
  stop(): Promise<void>
}

async function newDatabase(name: string): Promise<string> {
  const { databaseUrl } = inject('shop')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return databaseUrl.replace(/[^/]*$/, name)
}

async function shows(url: string, values: Partial<Settings>): Promise<boolean> {
  const answer = await fetch(`${url}/service/settings`)
  const all = (await answer.json()) as { key: keyof Settings; value: unknown }[]
  return Object.entries(values).every(([name, value]) => all.some((each) => each.key === name && each.value === value))
}

/** A shop of its own, whose Naver and Kakao are stand-ins: with these doors open the other journeys' shop is another one. */
export async function startSnsShop(): Promise<SnsShop> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const sns = await startProviders({ naverRedirect: `${url}/auth/naver`, kakaoRedirect: `${url}/auth/kakao` })
  const databaseUrl = await newDatabase('sns')
  const folder = join(import.meta.dirname, `../.data/e2e/${process.pid}-sns`)
  const shop = await startShop({ folder, port, databaseUrl, env: { ...sns.env, SNS_TIMEOUT_MS: '1000' } })
  // What the tests read and save themselves is this shop's too.
  Object.assign(process.env, { DATABASE_URL: databaseUrl, AUTH_SECRET: shop.env.AUTH_SECRET })
  const set = async (values: Partial<Settings>) => {
    await saveSettings(values)
    for (
      const deadline = Date.now() + 10_000;
      !(await shows(url, values));
      await new Promise((go) => setTimeout(go, 50))
    )
      if (Date.now() > deadline) throw new Error('the shop does not show what was saved')
  }
  await set(snsSettings(sns))
  const stop = async () => {
    await shop.stop()
    await sns.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, sns, set, stop }
}
