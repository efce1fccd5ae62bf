import type { Settings } from '#lib/settings/schema.ts'
import { type LoginStandIns, snsSettings, startLoginStandIns } from '#lib/sns/testing/login-stand-ins.ts'
import { type OtherShop, openOtherShop } from './other-shop.ts'

export type SnsShop = OtherShop & {
  sns: LoginStandIns
  /** Saves a setting of the shop and waits until its web process uses it. */
  set(key: keyof Settings, value: unknown): Promise<void>
}

async function usesSetting(url: string, key: keyof Settings, value: unknown): Promise<boolean> {
  const answer = await fetch(`${url}/service/settings`)
  const all = (await answer.json()) as { key: string; value: unknown }[]
  return all.some((each) => each.key === key && each.value === value)
}

/** Starts a shop that uses stand-ins for Naver and Kakao. */
export async function openSnsShop(): Promise<SnsShop> {
  const sns = await startLoginStandIns()
  // With an empty URL Naver's login returns to the shop's own address, as Kakao's does.
  const settings = { ...snsSettings(sns), SNS_NAVER_REDIRECT_URL: '' }
  const shop = await openOtherShop('sns', settings, { ...sns.env, SNS_TIMEOUT_MS: '1000' })
  for (const provider of ['naver', 'kakao'] as const) sns[provider].app.redirectUri = `${shop.url}/auth/${provider}`
  const set = async (key: keyof Settings, value: unknown) => {
    await shop.sql(
      'INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      [key, JSON.stringify(value)],
    )
    for (const deadline = Date.now() + 10_000; !(await usesSetting(shop.url, key, value)); )
      if (Date.now() > deadline) throw new Error(`the shop does not show ${key}`)
  }
  await set('ENABLE_SNS_KAKAO', true)
  const stop = async () => {
    await shop.stop()
    await sns.stop()
  }
  return { ...shop, sns, set, stop }
}
