import { expect, test } from 'vitest'
import type { SettingKey } from '#lib/settings/schema.ts'
import { type FieldChanges, withFieldChange } from '../editable-list/draft.ts'
import { computeSettingsPlan, type SettingDraft } from './setting-drafts.ts'

const change = (
  changes: FieldChanges<SettingDraft>,
  key: SettingKey,
  draft: string | boolean | number[],
  stored: unknown,
) => withFieldChange(changes, key, draft, stored)

test('only changed settings are sent, with the values that their writer saw', () => {
  let changes = change({}, 'FOOTER_CEO', '김대표', '')
  changes = change(changes, 'ENABLE_QNA', false, true)
  changes = change(changes, 'REFERRAL_REWARD_PERCENT', '2.5', 0)
  changes = change(changes, 'FOOTER_COMPANY', '새 이름', '포인트샵')
  changes = change(changes, 'FOOTER_COMPANY', '포인트샵', '포인트샵')
  expect(computeSettingsPlan(changes)).toEqual({
    values: { FOOTER_CEO: '김대표', ENABLE_QNA: false, REFERRAL_REWARD_PERCENT: 2.5 },
    was: { FOOTER_CEO: '', ENABLE_QNA: true, REFERRAL_REWARD_PERCENT: 0 },
    broken: {},
  })
})

test('the expected version stays the value seen first, even if somebody else saves meanwhile', () => {
  const changes = change(change({}, 'FOOTER_CEO', '김', '이'), 'FOOTER_CEO', '김대표', '박대표')
  expect(computeSettingsPlan(changes).was).toEqual({ FOOTER_CEO: '이' })
})

test('an invalid value gets the server’s error message and is not sent', () => {
  const changes = change(change({}, 'SITE_MAIN_COLOR', 'red', ''), 'ADJUSTMENT_LIMIT', '12a', 5)
  expect(computeSettingsPlan(changes)).toEqual({
    values: {},
    was: {},
    broken: {
      SITE_MAIN_COLOR: '#2563eb처럼 # 뒤에 6자로 입력해 주세요',
      ADJUSTMENT_LIMIT: '원 단위 정수로 입력해 주세요',
    },
  })
})
