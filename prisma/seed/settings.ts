import type { Client } from 'pg'

/** Settings of a new shop (docs/product.md#demo). All other settings have the defaults of lib/settings/schema.ts. */
export const demoSettings = {
  FOOTER_COMPANY: '포인트샵',
  FOOTER_ADDRESS: '서울특별시 강남구 테헤란로 1, 3층',
  FOOTER_CORPORATION_NUMBER: '123-45-67891',
  FOOTER_CORPORATION_MARKET_NUMBER: '2021-서울강남-00000',
  FOOTER_CEO: '홍길동',
  FOOTER_CEO_PHONE_NUMBER: '02-000-0000',
  BANKING_NAME: '국민은행',
  BANKING_DISPLAY_TEXT: '아래 계좌로 신청한 이름과 금액 그대로 보내 주세요. 예금주는 포인트샵이에요.',
  BANKING_ACCOUNT_NUMBER: '000000-01-000000',
  BANKING_BANKING_CODE: '004',
  SITE_MAIN_COLOR: '#2563eb',
  ENABLE_PAYMENT_TYPE: 'ALL',
  ENABLE_PAYMENT_FEE: 'FEE',
  ENABLE_REFERRAL: true,
  ENABLE_QNA: true,
  ENABLE_TOSS_PAYMENT: true,
  // The demo has one OWNER, so nothing may need a second person.
  APPROVAL_LIMIT: 0,
  DAILY_LIMIT: 0,
  POINT_CHARGE_BUTTON_OPTIONS: [1_000, 5_000, 10_000, 50_000, 100_000, 500_000],
}

/** Inserts the settings that have no row yet. Settings that staff have saved stay. */
export async function seedSettings(client: Client): Promise<void> {
  const { rows } = await client.query<{ key: string }>('SELECT key FROM settings')
  const storedKeys = new Set(rows.map((row) => row.key))
  const missingSettings = Object.entries(demoSettings).filter(([key]) => !storedKeys.has(key))
  if (missingSettings.length === 0) return
  await client.query('INSERT INTO settings (key, value) SELECT key, value FROM json_each($1) ON CONFLICT DO NOTHING', [
    JSON.stringify(Object.fromEntries(missingSettings)),
  ])
}
