import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright'

/** The authenticator's code `steps` periods of 30 seconds from now. */
export const totpCodeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/**
 * Sets up an authenticator on the page that asks for one. `enrolCode` is the code from an OWNER, if the page asks for
 * that too. Returns the authenticator's secret and the recovery codes.
 */
export async function setUpAuthenticator(page: Page, enrolCode?: string): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('heading', { name: '2단계 인증 설정' }).waitFor()
  // Waits for the QR code, because the page shows the secret at the same time.
  await page.getByRole('img', { name: '인증 앱 설정 QR 코드' }).waitFor()
  const secret = ((await page.locator('main code').textContent()) ?? '').replaceAll(' ', '')
  if (enrolCode) await page.getByLabel('등록 코드', { exact: true }).fill(enrolCode)
  await page.getByLabel('인증 코드', { exact: true }).fill(totpCodeOf(secret))
  await page.getByRole('heading', { name: '복구 코드' }).waitFor()
  const codes = await page.locator('main ul').getByRole('listitem').allTextContents()
  return { secret, codes }
}
